import type { LanguageModelV4 } from '@ai-sdk/provider';
import { withoutUndefined } from '../../../base/without-undefined.ts';
import type { ModelAddress } from '../model-name.ts';
import { awsRegionNames, firstSet, type ModelEnvironment, vertexNames } from '../providers.ts';
import { withAcceptedCalls } from './computer-calls.ts';
import { sdkFetch } from './sdk-usage.ts';

/** The AI SDK's model for an address, loaded on the first call, since most commands call no model. */
export type SdkModelLoader = () => Promise<LanguageModelV4>;

export function sdkModelLoader(
  address: ModelAddress,
  key: string | null,
  environment: ModelEnvironment,
): SdkModelLoader {
  let loaded: Promise<LanguageModelV4> | undefined;
  return () => {
    loaded ??= load(address, key, environment);
    return loaded;
  };
}

/** Clouds offer computer tools through the API of the model's maker, and OpenAI only through Responses. */
export function sdkComputerLoader(
  address: ModelAddress,
  key: string | null,
  environment: ModelEnvironment,
): SdkModelLoader {
  const { provider, model, baseUrl: baseURL } = address;
  const common = { baseURL, apiKey: key ?? '', fetch: sdkFetch };
  switch (provider) {
    case 'openai':
      return async () =>
        (await import('@ai-sdk/openai'))
          .createOpenAI({ ...common, ...openaiAccount(environment), fetch: withAcceptedCalls(sdkFetch) })
          .responses(model);
    case 'azure':
      return async () =>
        asModel(
          (await import('@ai-sdk/azure'))
            .createAzure({ ...common, fetch: withAcceptedCalls(sdkFetch) })
            .responses(model),
        );
    case 'vertex':
      return () => vertexAnthropic(address, environment);
    case 'bedrock':
      return async () => {
        const { createAmazonBedrockAnthropic } = await import('@ai-sdk/amazon-bedrock/anthropic');
        return asModel(createAmazonBedrockAnthropic({ baseURL, ...bedrockAccount(key, environment) })(model));
      };
    default:
      return sdkModelLoader(address, key, environment);
  }
}

// The packages depend on different patch releases of the same interface.
const asModel = (model: unknown) => model as LanguageModelV4;

async function load(
  address: ModelAddress,
  key: string | null,
  environment: ModelEnvironment,
): Promise<LanguageModelV4> {
  const { provider, model, baseUrl: baseURL } = address;
  const common = { baseURL, apiKey: key ?? '', fetch: sdkFetch };
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ ...common, ...openaiAccount(environment) }).chat(model);
    }
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(common)(model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle(common)(model);
    case 'bedrock':
      return bedrockModel(address, key, environment);
    case 'vertex':
      return vertexModel(address, key, environment);
    case 'azure':
      return asModel((await import('@ai-sdk/azure')).createAzure(common).chat(model));
    case 'xai':
      return asModel((await import('@ai-sdk/xai')).createXai(common)(model));
    case 'deepseek':
      return asModel((await import('@ai-sdk/deepseek')).createDeepSeek(common)(model));
    case 'mistral':
      return (await import('@ai-sdk/mistral')).createMistral(common)(model);
    case 'groq':
      return (await import('@ai-sdk/groq')).createGroq(common)(model);
    case 'together':
      return asModel((await import('@ai-sdk/togetherai')).createTogetherAI(common)(model));
    case 'fireworks':
      return asModel((await import('@ai-sdk/fireworks')).createFireworks(common)(model));
    case 'moonshot':
      return asModel((await import('@ai-sdk/moonshotai')).createMoonshotAI(common)(model));
    case 'alibaba':
    case 'dashscope':
      return asModel((await import('@ai-sdk/alibaba')).createAlibaba(common)(model));
    case 'openrouter':
      return asModel((await import('@openrouter/ai-sdk-provider')).createOpenRouter(common).chat(model));
    default: {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const account = withoutUndefined({ apiKey: key ?? undefined });
      return createOpenAICompatible({
        baseURL,
        fetch: sdkFetch,
        name: provider,
        includeUsage: true,
        ...account,
      })(model);
    }
  }
}

function openaiAccount(environment: ModelEnvironment) {
  const { OPENAI_ORG_ID: organization, OPENAI_PROJECT_ID: project } = environment;
  return withoutUndefined({ organization: organization || undefined, project: project || undefined });
}

async function bedrockModel(address: ModelAddress, key: string | null, environment: ModelEnvironment) {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  const { baseUrl: baseURL } = address;
  return asModel(createAmazonBedrock({ baseURL, ...bedrockAccount(key, environment) })(address.model));
}

function bedrockAccount(key: string | null, environment: ModelEnvironment) {
  const region = firstSet(environment, awsRegionNames) ?? 'us-east-1';
  const bearer = firstSet(environment, ['AWS_BEARER_TOKEN_BEDROCK']);
  return bearer !== undefined || key === null
    ? { region, apiKey: key ?? 'none', fetch: sdkFetch }
    : withoutUndefined({
        region,
        // Blank, so that the SDK doesn't find another account's token in the environment.
        apiKey: ' ',
        accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
        secretAccessKey: key,
        sessionToken: environment.AWS_SESSION_TOKEN || undefined,
        fetch: sdkFetch,
      });
}

async function vertexModel(address: ModelAddress, key: string | null, environment: ModelEnvironment) {
  const { baseUrl, model } = address;
  const account = vertexAccount(key, environment);
  if (model.startsWith('claude')) return vertexAnthropic(address, environment);
  if (model.includes('/')) {
    const { createVertexMaas } = await import('@ai-sdk/google-vertex/maas');
    return asModel(createVertexMaas({ ...account, baseURL: `${baseUrl}/endpoints/openapi` })(model));
  }
  const { createVertex } = await import('@ai-sdk/google-vertex');
  return asModel(
    createVertex(withoutUndefined({ ...account, apiKey: key ?? undefined, baseURL: `${baseUrl}/publishers/google` }))(
      model,
    ),
  );
}

async function vertexAnthropic({ baseUrl, model }: ModelAddress, environment: ModelEnvironment) {
  const { createVertexAnthropic } = await import('@ai-sdk/google-vertex/anthropic');
  const baseURL = `${baseUrl}/publishers/anthropic/models`;
  return asModel(createVertexAnthropic({ ...vertexAccount(null, environment), baseURL })(model));
}

function vertexAccount(key: string | null, environment: ModelEnvironment) {
  const keyFile = environment.GOOGLE_APPLICATION_CREDENTIALS;
  return withoutUndefined({
    project: firstSet(environment, vertexNames.project) ?? '',
    location: firstSet(environment, vertexNames.location) ?? 'global',
    fetch: sdkFetch,
    // Google's package reads the process's environment itself.
    googleAuthOptions:
      key === null && keyFile && keyFile !== process.env.GOOGLE_APPLICATION_CREDENTIALS
        ? { keyFilename: keyFile }
        : undefined,
  });
}

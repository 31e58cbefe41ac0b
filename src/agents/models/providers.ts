/** The API of a provider's models. `sdk` is a provider-specific API that the AI SDK implements. */
export type ModelApi = 'openai' | 'anthropic' | 'google' | 'compatible' | 'sdk';

export type ModelEnvironment = Readonly<Record<string, string | undefined>>;

export interface Provider {
  api: ModelApi;
  baseUrl: string | ((environment: ModelEnvironment) => string | null);
  /** Environment variables of the provider's tools that override the address, besides `PROVIDER_BASE_URL`. */
  baseUrlNames?: readonly string[];
  addressHint?: string;
  /** Path that the provider's tools append to an address without a path. */
  version?: string;
  keyNames: readonly string[];
  /** True for self-hosted servers, which often have no key, and clouds with other authentication. */
  isKeyOptional?: boolean;
  /** How many slashes its models' names contain at most. Undefined if any number. */
  mostSlashes?: number;
}

export function firstSet(environment: ModelEnvironment, names: readonly string[]): string | undefined {
  return names.map((name) => environment[name]).find((value) => value !== undefined && value !== '');
}

const local = (port: number, more: Partial<Provider> = {}): Provider => ({
  api: 'compatible',
  baseUrl: `http://127.0.0.1:${port}/v1`,
  version: '/v1',
  keyNames: [],
  isKeyOptional: true,
  ...more,
});
const service = (baseUrl: string, ...keyNames: string[]): Provider => ({
  api: 'compatible',
  baseUrl,
  keyNames,
  mostSlashes: 0,
});
const hub = (baseUrl: string, keyName: string): Provider => ({
  ...service(baseUrl, keyName),
  mostSlashes: 1,
});

/** Environment variables are those of each provider's SDK and of its AI SDK package. */
export const providers: Readonly<Record<string, Provider>> = {
  openai: { api: 'openai', baseUrl: 'https://api.openai.com/v1', keyNames: ['OPENAI_API_KEY'], mostSlashes: 0 },
  anthropic: {
    api: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    version: '/v1',
    keyNames: ['ANTHROPIC_API_KEY'],
    mostSlashes: 0,
  },
  google: {
    api: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlNames: ['GOOGLE_GENERATIVE_AI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL'],
    version: '/v1beta',
    keyNames: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GENAI_API_KEY', 'GOOGLE_API_KEY'],
    mostSlashes: 0,
  },
  bedrock: {
    api: 'sdk',
    baseUrl: (environment) => {
      const region = firstSet(environment, awsRegionNames);
      if (region === undefined) return null;
      return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
    },
    baseUrlNames: ['AWS_ENDPOINT_URL_BEDROCK_RUNTIME', 'AWS_ENDPOINT_URL'],
    addressHint: 'Set AWS_REGION.',
    keyNames: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_SECRET_ACCESS_KEY'],
  },
  vertex: {
    api: 'sdk',
    baseUrl: vertexAddress,
    addressHint: 'Set GOOGLE_VERTEX_PROJECT and GOOGLE_VERTEX_LOCATION, or GOOGLE_VERTEX_API_KEY.',
    // Without a key, google-auth-library finds credentials (GOOGLE_APPLICATION_CREDENTIALS, gcloud, the machine's
    // account).
    keyNames: ['GOOGLE_VERTEX_API_KEY'],
    isKeyOptional: true,
  },
  azure: {
    api: 'sdk',
    baseUrl: (environment) => {
      const endpoint = environment.AZURE_OPENAI_ENDPOINT;
      if (endpoint !== undefined && endpoint !== '') return `${endpoint.replace(/\/+$/, '')}/openai`;
      const name = environment.AZURE_RESOURCE_NAME;
      return name === undefined || name === '' ? null : `https://${name}.openai.azure.com/openai`;
    },
    addressHint: 'Set AZURE_RESOURCE_NAME or AZURE_OPENAI_ENDPOINT.',
    keyNames: ['AZURE_API_KEY', 'AZURE_OPENAI_API_KEY'],
    mostSlashes: 0,
  },
  xai: service('https://api.x.ai/v1', 'XAI_API_KEY'),
  deepseek: service('https://api.deepseek.com', 'DEEPSEEK_API_KEY'),
  mistral: service('https://api.mistral.ai/v1', 'MISTRAL_API_KEY'),
  groq: hub('https://api.groq.com/openai/v1', 'GROQ_API_KEY'),
  together: hub('https://api.together.xyz/v1', 'TOGETHER_API_KEY'),
  fireworks: { ...service('https://api.fireworks.ai/inference/v1', 'FIREWORKS_API_KEY'), mostSlashes: 3 },
  moonshot: service('https://api.moonshot.ai/v1', 'MOONSHOT_API_KEY'),
  alibaba: service('https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'ALIBABA_API_KEY', 'DASHSCOPE_API_KEY'),
  dashscope: service('https://dashscope.aliyuncs.com/compatible-mode/v1', 'DASHSCOPE_API_KEY'),
  openrouter: hub('https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  ollama: local(11434, {
    baseUrl: ({ OLLAMA_HOST: host }) => hostAddress(host, 11434),
    keyNames: ['OLLAMA_API_KEY'],
  }),
  vllm: local(8000, { keyNames: ['VLLM_API_KEY'] }),
  sglang: local(30000, { keyNames: ['SGLANG_API_KEY'] }),
  llamacpp: local(8080, {
    baseUrl: ({ LLAMA_ARG_HOST: host, LLAMA_ARG_PORT: port }) => hostAddress(host, Number(port ?? '') || 8080),
    keyNames: ['LLAMA_API_KEY'],
  }),
  lmstudio: local(1234, { keyNames: ['LM_API_TOKEN'] }),
  compatible: {
    api: 'compatible',
    baseUrl: () => null,
    baseUrlNames: ['OSHARM_BASE_URL'],
    keyNames: ['OSHARM_API_KEY'],
    isKeyOptional: true,
  },
};

export const awsRegionNames = ['AWS_REGION', 'AWS_DEFAULT_REGION'] as const;
export const vertexNames = {
  project: ['GOOGLE_VERTEX_PROJECT', 'GOOGLE_CLOUD_PROJECT'],
  location: ['GOOGLE_VERTEX_LOCATION', 'GOOGLE_CLOUD_LOCATION'],
} as const;

/** Excludes the publisher, which depends on the model. */
function vertexAddress(environment: ModelEnvironment): string | null {
  if (firstSet(environment, ['GOOGLE_VERTEX_API_KEY']) !== undefined) return 'https://aiplatform.googleapis.com/v1';
  const project = firstSet(environment, vertexNames.project);
  const location = firstSet(environment, vertexNames.location);
  if (project === undefined || location === undefined) return null;
  const host =
    location === 'global'
      ? 'aiplatform.googleapis.com'
      : /^(?:eu|us)$/.test(location)
        ? `aiplatform.${location}.rep.googleapis.com`
        : `${location}-aiplatform.googleapis.com`;
  return `https://${host}/v1beta1/projects/${project}/locations/${location}`;
}

/**
 * Parses the host that a self-hosted server is configured with, with optional scheme and port. A server that listens on
 * all interfaces is called on this machine.
 */
function hostAddress(host: string | undefined, port: number): string {
  const {
    scheme = 'http',
    name,
    givenPort,
  } = /^(?:(?<scheme>https?):\/\/)?(?<name>\[[^\]]*\]|[^/:]*)(?::(?<givenPort>\d+))?/.exec(host ?? '')?.groups ?? {};
  const at = name === undefined || name === '' || name === '0.0.0.0' || name === '[::]' ? '127.0.0.1' : name;
  const byScheme = host?.startsWith('http') === true ? (scheme === 'https' ? 443 : 80) : port;
  return `${scheme}://${at}:${givenPort ?? byScheme}/v1`;
}

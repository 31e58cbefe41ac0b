import type { ModelErrorKind } from '../model-error.ts';
import type { RefusalSource } from './reply-outcome.ts';

/** What an error of a provider means. */
export type Meaning =
  | { kind: Exclude<ModelErrorKind, 'timeout' | 'unreachable' | 'unreadable-reply'>; hint?: string }
  | { kind: 'refused'; by: RefusalSource }
  | { kind: 'malformed-call' };

/** One row of the table: an error matches if every given field does. */
export interface FailureRow {
  /** Omitted: every provider. */
  providers?: readonly string[];
  /** Statuses of the error: the one inside its body if it states one, else the response's. */
  statuses?: readonly number[];
  /** Machine-readable names in lower case, or a pattern of them. */
  codes?: readonly string[] | RegExp;
  /** The last resort, for providers that send only words. Matched against the provider's words, without quotations. */
  words?: RegExp;
  /** The row does not count for a message about a request's form: one that names a field, or says what it must be. */
  isNotOfForm?: true;
  /** True: only for a request with a computer tool, or one that forces a tool or asks for JSON. */
  request?: 'computer-tool' | 'form';
  meaning: Meaning;
  source: string;
}

const openaiLike = ['openai', 'azure', 'xai'];
const refusedByProvider: Meaning = { kind: 'refused', by: 'provider' };
const quota: Meaning = { kind: 'quota-exhausted' };
const fewerTokens: Meaning = {
  kind: 'quota-exhausted',
  hint: 'Add credit at the provider, or lower --max-tokens, then resume with the same command.',
};

/** Decided by fields. The first row that matches counts. */
const byCode: readonly FailureRow[] = [
  // States of an account: their messages often name the policy that it broke.
  {
    codes: [
      'account_deactivated',
      'account_suspended',
      'organization_restricted',
      'organization_disabled',
      'consumer_suspended',
      'model_permission_blocked_org',
      'model_permission_blocked_project',
      'unsupported_country_region_territory',
    ],
    meaning: { kind: 'not-allowed', hint: 'Check the key, and the state of its account at the provider.' },
    source: 'OpenAI, Groq: error codes; Google: ErrorInfo.reason',
  },
  // Names that providers use for two things.
  {
    providers: ['alibaba', 'dashscope'],
    statuses: [429],
    codes: ['insufficient_quota'],
    words: /^(?!.*\bfree\b)/is,
    meaning: { kind: 'rate-limited' },
    source: 'Alibaba Model Studio: 429 insufficient_quota is the limit of tokens a minute',
  },
  {
    providers: ['google', 'vertex'],
    statuses: [429],
    words: /\bcredits?\b[^.]{0,40}\b(?:depleted|exhausted|used up)\b/i,
    meaning: quota,
    source: 'Google: RESOURCE_EXHAUSTED is a rate and a balance; only words distinguish them',
  },
  {
    providers: ['groq'],
    statuses: [413],
    codes: ['rate_limit_exceeded'],
    words: /\btoo large\b|\breduce\b/i,
    meaning: { kind: 'context-overflow' },
    source: 'Groq: a request larger than the tokens of a minute, which no waiting helps',
  },
  // Refusals that come as errors.
  {
    codes: [
      'content_policy_violation',
      'content_filter',
      'responsibleaipolicyviolation',
      'image_content_policy_violation',
      'cyber_policy',
      'bio_policy',
      'safety_violation',
      'moderation_blocked',
    ],
    meaning: refusedByProvider,
    source: 'OpenAI, Azure OpenAI: error codes; OpenRouter: APIErrorType',
  },
  {
    providers: openaiLike,
    codes: ['invalid_prompt'],
    meaning: refusedByProvider,
    source: 'OpenAI: ResponseError.code. OpenRouter uses the same code for requests of a wrong form.',
  },
  {
    codes: ['data_inspection_failed', 'datainspectionfailed'],
    meaning: refusedByProvider,
    source: 'Alibaba Model Studio: error codes',
  },
  { codes: ['refusal'], meaning: { kind: 'refused', by: 'model' }, source: 'OpenRouter: APIErrorType' },
  {
    codes: ['metadata.reasons'],
    meaning: { kind: 'refused', by: 'gateway' },
    source: 'OpenRouter: errors, “Moderation errors”',
  },
  // A model's own malformed call, reported as an error.
  {
    codes: ['tool_use_failed', 'output_parse_failed', 'json_validate_failed'],
    meaning: { kind: 'malformed-call' },
    source: 'Groq: “Tool use”, error tool_use_failed; “Structured outputs”, error json_validate_failed',
  },
  // Credit.
  {
    codes: [
      'insufficient_quota',
      'billing_hard_limit_reached',
      'billing_not_active',
      'billing_error',
      'payment_required',
      'exceeded_current_quota_error',
      'insufficient_balance',
      'insufficient_credits',
      'arrearage',
      'allocationquota.freetieronly',
      'budget_exceeded',
      'blocked_api_access',
      'credit_limit',
      'credit_balance_exhausted',
      'openrouter_credits',
      'openrouter_key_limit',
      'billing_disabled',
    ],
    meaning: quota,
    source: 'OpenAI, Anthropic, OpenRouter, Moonshot, Alibaba, Groq, Together, LiteLLM: error codes; Google: ErrorInfo',
  },
  { codes: /perday/, statuses: [429], meaning: quota, source: 'Google: QuotaFailure.violations.quotaId' },
  // Context and pictures.
  {
    codes: [
      'context_length_exceeded',
      'token_limit_exceeded',
      'string_too_long',
      'string_above_max_length',
      'exceed_context_size_error',
      'model_context_window_exceeded',
      'request_too_large',
      'payload_too_large',
    ],
    meaning: { kind: 'context-overflow' },
    source: 'OpenAI, OpenRouter, Anthropic, llama.cpp: error codes',
  },
  {
    codes: ['image_too_large', 'image_file_too_large', 'too_many_images'],
    meaning: { kind: 'pictures-too-large' },
    source: 'OpenAI: ResponseError.code; OpenRouter: APIErrorType',
  },
  {
    codes: ['max_tokens_exceeded'],
    meaning: { kind: 'request-rejected', hint: 'Lower --max-tokens.' },
    source: 'OpenRouter: APIErrorType',
  },
  // Rates and load.
  {
    codes: [
      'engine_overloaded_error',
      'overloaded_error',
      'provider_overloaded',
      'provider_unavailable',
      'model_overloaded',
      'unavailable',
      'serviceunavailable',
      'serviceunavailableexception',
      'modelnotreadyexception',
      'service_unavailable',
      'overloaded',
      'capacity_exceeded',
      '3505',
    ],
    meaning: { kind: 'overloaded' },
    source: 'Anthropic, OpenRouter, Moonshot, Google, Amazon Bedrock, Groq, Mistral: error codes',
  },
  {
    codes: [
      'rate_limit_exceeded',
      'rate_limit_error',
      'rate_limit_reached_error',
      'rate_limited',
      'too_many_requests',
      'toomanyrequests',
      'toomanyrequestsexception',
      'throttlingexception',
      'resource_exhausted',
      'limit_requests',
      'limit_burst_rate',
      'servicequotaexceededexception',
    ],
    meaning: { kind: 'rate-limited' },
    source: 'OpenAI, Anthropic, Moonshot, Google, Amazon Bedrock, Alibaba: error codes',
  },
  {
    codes: /rate_?limit/,
    statuses: [429],
    meaning: { kind: 'rate-limited' },
    source: 'Azure OpenAI (RateLimitReached), Together (model_rate_limit): error codes',
  },
  { codes: /^throttling/, meaning: { kind: 'rate-limited' }, source: 'Alibaba Model Studio: error codes' },
];

/** What a refusal does, and what about: one without the other may be a message about a parameter. */
const refusalWords = allOf(
  /\b(?:block(?:ed|s)?|flagged|violat\w*|reject(?:ed|s)|refused|declined|stopped|filtered|trigger(?:ed|ing|s)|prohibited|forbidden|intervened|fail(?:ed|s)|may contain|contains?|was considered|against)\b/i,
  /\b(?:usage (?:policy|policies|guidelines)|acceptable use|content (?:filter(?:ing|s)?|moderation|policy|policies|safety|management)|safety (?:system|filters?|check|policy|policies|reasons?)|responsible ai|moderation|guardrails?|high[- ]risk|cyber ?security|(?:sensitive|inappropriate|harmful|prohibited) (?:content|words?|information)|(?:input|output|prompt|response|request|content) (?:was |is |has been )?(?:blocked|flagged|moderated))\b|SAFETY_CHECK/i,
);
/** Phrases and names that stand for a refusal by themselves. */
const refusalNames = /\bcontent exists risk\b|ContentPolicyViolation|DataInspectionFailed|SAFETY_CHECK_TYPE/i;
/** What messages about the form of a request say. */
export const formWords =
  /\b(?:unknown|unsupported|unrecognized|unexpected|invalid|missing|extra|wrong|deprecated)\s+(?:\w+\s+){0,3}(?:parameters?|fields?|values?|arguments?|keys?|propert(?:y|ies)|options?|settings?|roles?|types?|tags?|inputs?|identifiers?|configuration)\b|\b(?:is|are) (?:not (?:supported|a known|a valid|recognized|available|enabled)|deprecated|required|invalid)\b|\bmust (?:be|have|match)\b|\bexpected (?:a|an|one|the|tags?)\b|\bdoes not (?:exist|match|support)\b|\bdoesn['’]t (?:exist|match|support)\b/i;
const accountWords =
  /\b(?:account|organi[sz]ation|project|workspace|team|resource|subscription|(?:api )?key)\b[^.]{0,80}\b(?:suspended|disabled|deactivated|banned|terminated|revoked|(?:no|not have) (?:access|permission)|not (?:allowed|authori[sz]ed|permitted) to)\b|\b(?:suspended|disabled|deactivated|banned|terminated)\b.{0,40}\b(?:account|organi[sz]ation|project|workspace|key)\b|\b(?:account|organi[sz]ation|project|workspace|team|resource|subscription|(?:api )?key) (?:is|was|has been|have been) (?:\w+ )?(?:blocked|restricted)\b/i;
const keyWords =
  /\b(?:incorrect|invalid|wrong|expired|missing|no) (?:api[ -]?key|(?:access |security )?token|credentials)\b|\bapi[ -]?key (?:is )?(?:not valid|invalid|incorrect|wrong|expired|missing)\b/i;
/** Nothing is left: enough for a 429, whose words often advertise a larger plan. */
const spentWords =
  /\bcredit balance\b|\b(?:insufficient|not enough|out of|run out of|no (?:more|remaining)?|used (?:all|up)(?: \w+){0,3}) ?(?:\w+ )?(?:balance|credits?|funds)\b|\bcredits?\b[^.]{0,40}\b(?:depleted|exhausted|used up|are used)\b|\bspend(?:ing)?[ -](?:limit|cap)\b|\bmonthly (?:spend|budget|limit)\b|\bcan only afford\b|\bcan be afforded\b|\b(?:exceeded|over) your (?:current )?quota\b|\bno quota\b|\bin arrears\b|\boverdue\b|\bpayment (?:is )?required\b|\bkey limit exceeded\b|\busage limits? (?:is |are )?(?:reached|exceeded)\b|\breached your (?:specified )?(?:api )?usage limits?\b|\bbudget has been exceeded\b|\bcredit limit exceeded\b/i;
const creditWords = new RegExp(
  `${spentWords.source}|\\bbilling\\b|\\brecharge\\b|\\btop up\\b|\\b(?:more|add) (?:\\w+ )?(?:credits?|funds)\\b|\\bbalance\\b[^.]{0,20}\\b(?:insufficient|not enough|too low)\\b`,
  'i',
);
/** A 429 that is about time. */
const rateWords =
  /\brate[- ]?limit|\b(?:per|a|each) (?:second|minute|hour)\b|\b(?:RPM|TPM|RPS|QPS)\b|\btoo many requests\b|\btoo (?:fast|quickly)\b|\b(?:requests|tokens) per\b/i;
const affordWords = /\b(?:can only afford|can be afforded|lower max_tokens|fewer max_tokens)\b/i;

/**
 * Words of a context that is too small. llama.cpp's were seen on a real server, the others in public code that quotes
 * them.
 */
const contextWords: readonly RegExp[] = [
  /context_length_exceeded|maximum context length|exceeds? (?:the )?(?:available )?context (?:size|length|window)/i,
  /(?:exceeds?|larger than|longer than|outside) (?:the |your |its |this )?(?:model['’]?s? )?(?:maximum )?(?:context|model length)/i,
  /(?:prompt|input) (?:\([^)]*\) )?is too long/i,
  /input (?:token count|length).{0,60}exceed/i,
  /exceed_context_size_error/i,
  /must (?:be <=|have less than) \d+(?: tokens)?\. Given: \d+|tokens? \+ `?max_(?:new_)?tokens`? must be/i,
  /range of input length should be/i,
  /context the overflows|context overflow|(?:loaded with|reached) context length/i,
  /longer than the (?:maximum )?model(?: length|['’]s context)/i,
  /model['’]?s (?:maximum )?context length is only|exceeds? the maximum allowed (?:input )?length/i,
  /greater than the context length|context (?:size|window) has been exceeded|context window exceeds limit|exceeds? context limit/i,
  /model_context_window_exceeded|prompt exceeds the length limit/i,
  /input tokens exceed|token count of \d+ exceeds the limit/i,
  /maximum prompt length|exceeded model token limit|prompt exceeds max length|too many tokens|reduce the length of the messages/i,
  /exceeds? the (?:maximum|model'?s).{0,40}tokens/i,
  /tokens?(?: count)? \+ `?max_(?:new_)?tokens`? must be|less than the context length/i,
  /(?:payload|request (?:body|entity)) (?:size )?(?:is too large|exceeds)/i,
];
const noPictureWords: readonly RegExp[] = [
  /image input is not supported|mmproj/i,
  /is not a multimodal model|at most 0 image/i,
  /(?:does not|doesn['’]t|do not|don['’]t|not) support (?:the |any )?(?:images?|vision|image input|image_url)|missing data required for image input|no endpoints found that support image/i,
  /image_url is only supported/i,
  /content\.type is invalid, allowed values: \['text'\]|(?:vision|images?|multi-?modal(?: input)?) (?:is|are) not supported/i,
  /unknown variant `image_url`/i,
  /\bimages?(?: inputs?| content| parts?| urls?)? (?:is |are )?not (?:supported|enabled|allowed|available)/i,
  /(?:failed|unable) to (?:load|decode|process|read) (?:the )?image|(?:can(?:not|['’]t)|could not) (?:load|decode|process|read) (?:the )?(?:image|picture)s?/i,
];
const pictureLimitWords: readonly RegExp[] = [
  /(?:at most|up to|maximum (?:of|number of)?|limit (?:of|is)|only|more than|fewer than|exceeds?)\D{0,30}\d+\D{0,20}\b(?:images?|pictures?)\b/i,
  /too many (?:images?|pictures?)|number of (?:images?|pictures?)|(?:images?|pictures?)[^.]{0,60}(?:at most|up to|maximum|limit|exceed|no more than|too many)/i,
  /bytes per (?:data-uri|image|picture)/i,
  /(?:image|picture)[^.]{0,120}(?:\d+ ?(?:px|pixels?)|dimensions?|too large|too big|max(?:imum)? size|\d+ ?(?:[KMG]i?B|bytes))/i,
];
const any = (patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'i');
const modelWords =
  /\bmodel (?:does )?not (?:exist|found)\b|\bmodel (?:\w+ )?identifier is invalid\b|\bis not a valid model\b|\bno such model\b|\b(?:unknown|invalid) model\b|\bmodel\b.{0,100}\bdoes not exist\b/i;

/** Matches what all the patterns match, wherever they do. */
function allOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(`^${patterns.map(({ source }) => `(?=[^]*?(?:${source}))`).join('')}`, 'i');
}

/** Decided by words: these providers send no field that tells the cases apart. */
const byWords: readonly FailureRow[] = [
  {
    providers: ['openrouter'],
    statuses: [404],
    words: /data policy|privacy|guardrail restrictions/i,
    meaning: { kind: 'not-allowed', hint: 'Check the privacy settings and guardrails of the account at OpenRouter.' },
    source: 'OpenRouter: 404 without a field; “No endpoints found matching your data policy”',
  },
  {
    words: any(noPictureWords),
    meaning: { kind: 'no-pictures', hint: 'Use --observation-type a11y_tree, which sends none.' },
    source: 'llama.cpp, vLLM, Ollama, LM Studio, OpenAI, Zhipu, DeepSeek: words alone',
  },
  {
    statuses: [400, 403, 413, 422, 500],
    words: any(contextWords),
    meaning: { kind: 'context-overflow' },
    source: 'llama.cpp, vLLM, SGLang, Anthropic, Google, Bedrock, Together, xAI and others: words alone',
  },
  {
    statuses: [400, 413, 422],
    words: any(pictureLimitWords),
    meaning: { kind: 'pictures-too-large' },
    source: 'Anthropic (number, side, bytes), vLLM (number), Groq, Mistral, Bedrock: words alone',
  },
  {
    statuses: [400, 401],
    words: keyWords,
    meaning: { kind: 'not-allowed' },
    source: 'xAI (400), and gateways: words alone',
  },
  {
    providers: ['deepseek', 'bedrock', 'openrouter', 'xai', 'compatible', 'together', 'fireworks'],
    statuses: [400, 422],
    words: modelWords,
    meaning: { kind: 'no-such-model' },
    source: 'DeepSeek, Amazon Bedrock, OpenRouter: words alone',
  },
  {
    statuses: [429],
    words: rateWords,
    meaning: { kind: 'rate-limited' },
    source: 'xAI: the code of a rate is the code of a balance; others mention billing in limits on the rate',
  },
  {
    statuses: [400, 402, 403, 412],
    words: affordWords,
    meaning: fewerTokens,
    source: 'OpenRouter: 402 states what the credit affords',
  },
  {
    statuses: [402, 412, 429],
    words: spentWords,
    meaning: quota,
    source: 'xAI, Together, Fireworks (412 suspends an account for its bills): words alone',
  },
  {
    statuses: [400, 401, 403, 412, 429],
    words: accountWords,
    isNotOfForm: true,
    meaning: { kind: 'not-allowed', hint: 'Check the key, and the state of its account at the provider.' },
    source: 'xAI, Anthropic, Fireworks: words alone tell an account from a request',
  },
  {
    statuses: [400, 402, 403, 412],
    words: creditWords,
    isNotOfForm: true,
    meaning: quota,
    source: 'Anthropic (400), xAI (403), DeepSeek (402), Fireworks (412), Together: words alone',
  },
  {
    statuses: [400, 403, 422, 451, 500],
    words: refusalNames,
    meaning: refusedByProvider,
    source: 'DeepSeek (400), xAI (403), Alibaba and LiteLLM (400): names in the words alone',
  },
  {
    statuses: [400, 403, 422, 451, 500],
    words: refusalWords,
    isNotOfForm: true,
    meaning: refusedByProvider,
    source: 'xAI (403), Anthropic (400), DeepSeek (400), Moonshot (400), Vertex AI (400): words alone',
  },
  {
    request: 'computer-tool',
    statuses: [400, 403, 404, 422],
    words:
      /computer|tool ?set|tool types?|\btools?\b[^.]{0,80}(?:not supported|unsupported|not enabled|does not match)/i,
    meaning: { kind: 'tool-rejected' },
    source: 'Anthropic, OpenAI, Google: words alone',
  },
  {
    request: 'form',
    statuses: [400, 404, 422, 500, 501],
    words:
      /tool[ _]?choice|tools? param|response_format|json_schema|structured[ _]outputs?|output_config|forced? tool|(?:function|tool)[ _-]?(?:call(?:ing|s)?|use)\b.{0,60}(?:not (?:supported|available|enabled)|unsupported)|(?:not|n['’]t) support (?:the )?(?:tools?|functions?|function[ _-]calling|tool[ _-](?:use|calling))\b/i,
    meaning: { kind: 'form-rejected' },
    source: 'vLLM, SGLang, Ollama, Together, OpenRouter: words alone',
  },
  {
    statuses: [400],
    words: /location is not supported|not available in your (?:country|region)/i,
    meaning: { kind: 'not-allowed', hint: 'The provider does not serve this country or region.' },
    source: 'Google: FAILED_PRECONDITION is also used for other faults',
  },
  {
    providers: ['bedrock'],
    words: /invalid sequence as part of tooluse/i,
    meaning: { kind: 'malformed-call' },
    source: 'Amazon Bedrock: ModelErrorException in words',
  },
];

/** Decided by names that are less specific than the words before them. */
const byGeneralCode: readonly FailureRow[] = [
  {
    providers: ['openrouter'],
    statuses: [403],
    codes: ['metadata.raw'],
    meaning: {
      kind: 'not-allowed',
      hint: 'Check the terms of the provider that OpenRouter chose, or name another one.',
    },
    source: 'OpenRouter: errors, “Provider errors”: metadata.raw is the answer of the provider behind it',
  },
  {
    codes: [
      'authentication_error',
      'permission_error',
      'invalid_api_key',
      'api_key_invalid',
      'invalidapikey',
      'unauthenticated',
      'permission_denied',
      'permission-denied',
      'accessdeniedexception',
      'access_denied',
      'unrecognizedclientexception',
      'invalidsignatureexception',
      'expiredtokenexception',
      'missingauthenticationtoken',
      'invalid_authentication_error',
      'incorrect_api_key_error',
      'authentication',
      'model.accessdenied',
      'accessdenied',
      'accessdenied.unpurchased',
    ],
    meaning: { kind: 'not-allowed' },
    source: 'OpenAI, Anthropic, Google, Amazon Bedrock, Moonshot, Alibaba, OpenRouter: error codes',
  },
  {
    codes: [
      'model_not_found',
      'not_found_error',
      'not_found',
      'notfounderror',
      'deploymentnotfound',
      'resourcenotfoundexception',
      'resource_not_found_error',
      'modelnotfound',
      'model_not_available',
      'model_decommissioned',
      'invalid_model',
      'unknown_model',
    ],
    meaning: { kind: 'no-such-model' },
    source: 'OpenAI, Anthropic, Google, Azure OpenAI, Amazon Bedrock, Moonshot, Groq, Mistral, vLLM: error codes',
  },
  { statuses: [503, 529], meaning: { kind: 'overloaded' }, source: 'RFC 9110; Anthropic: 529' },
  {
    codes: [
      'server_error',
      'api_error',
      'internal_server_error',
      'internalservererror',
      'internalserverexception',
      'internalerror',
      'internal_error',
      'internal',
      'server',
      'timeout',
      'timeout_error',
      'deadline_exceeded',
      'modeltimeoutexception',
      'modelerrorexception',
      'modelstreamerrorexception',
      'vector_store_timeout',
      'aborted',
    ],
    meaning: { kind: 'server-error' },
    source: 'OpenAI, Anthropic, Google, Amazon Bedrock, Alibaba, OpenRouter: error codes',
  },
  {
    codes: [
      'invalid_request_error',
      'invalid_request',
      'invalid_prompt',
      'badrequesterror',
      'invalid_argument',
      'invalidparameter',
      'validationexception',
      'unprocessable',
      'precondition_failed',
      'failed_precondition',
    ],
    statuses: [400, 405, 411, 415, 422],
    meaning: { kind: 'request-rejected' },
    source: 'OpenAI, Anthropic, vLLM, Google, Alibaba, Amazon Bedrock, OpenRouter: error codes',
  },
];

/** Decided by the status alone. */
const byStatus: readonly FailureRow[] = [
  { statuses: [402], meaning: quota, source: 'RFC 9110' },
  { statuses: [413], meaning: { kind: 'context-overflow' }, source: 'RFC 9110; Anthropic: request_too_large' },
  { statuses: [429], meaning: { kind: 'rate-limited' }, source: 'RFC 6585' },
  { statuses: [401, 403, 407], meaning: { kind: 'not-allowed' }, source: 'RFC 9110' },
  { statuses: [404, 410], meaning: { kind: 'no-such-model' }, source: 'RFC 9110' },
  { statuses: [451], meaning: refusedByProvider, source: 'RFC 7725' },
  { statuses: [408, 409, 425], meaning: { kind: 'server-error' }, source: 'RFC 9110' },
];

/** Every row, in the order in which they are tried. */
export const failureRows: readonly FailureRow[] = [...byCode, ...byWords, ...byGeneralCode, ...byStatus];

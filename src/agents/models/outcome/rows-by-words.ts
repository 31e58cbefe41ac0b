import { type FailureRow, type Meaning, quotaExhausted, refusedByProvider } from './failure-row.ts';

const fewerTokens: Meaning = {
  kind: 'quota-exhausted',
  hint: 'Add credit at the provider, or lower --max-tokens, then resume with the same command.',
};

/** Requires both a verb and an object of refusal: either alone may be about a parameter. */
const refusalWords = allOf(
  /\b(?:block(?:ed|s)?|flagged|violat\w*|reject(?:ed|s)|refused|declined|stopped|filtered|trigger(?:ed|ing|s)|prohibited|forbidden|intervened|fail(?:ed|s)|may contain|contains?|was considered|against)\b/i,
  /\b(?:usage (?:policy|policies|guidelines)|acceptable use|content (?:filter(?:ing|s)?|moderation|policy|policies|safety|management)|safety (?:system|filters?|check|policy|policies|reasons?)|responsible ai|moderation|guardrails?|high[- ]risk|cyber ?security|(?:sensitive|inappropriate|harmful|prohibited) (?:content|words?|information)|(?:input|output|prompt|response|request|content) (?:was |is |has been )?(?:blocked|flagged|moderated))\b|SAFETY_CHECK/i,
);
const refusalNames = /\bcontent exists risk\b|ContentPolicyViolation|DataInspectionFailed|SAFETY_CHECK_TYPE/i;
export const formWords =
  /\b(?:unknown|unsupported|unrecognized|unexpected|invalid|missing|extra|wrong|deprecated)\s+(?:\w+\s+){0,3}(?:parameters?|fields?|values?|arguments?|keys?|propert(?:y|ies)|options?|settings?|roles?|types?|tags?|inputs?|identifiers?|configuration)\b|\b(?:is|are) (?:not (?:supported|a known|a valid|recognized|available|enabled)|deprecated|required|invalid)\b|\bmust (?:be|have|match)\b|\bexpected (?:a|an|one|the|tags?)\b|\bdoes not (?:exist|match|support)\b|\bdoesn['’]t (?:exist|match|support)\b/i;
const accountWords =
  /\b(?:account|organi[sz]ation|project|workspace|team|resource|subscription|(?:api )?key)\b[^.]{0,80}\b(?:suspended|disabled|deactivated|banned|terminated|revoked|(?:no|not have) (?:access|permission)|not (?:allowed|authori[sz]ed|permitted) to)\b|\b(?:suspended|disabled|deactivated|banned|terminated)\b.{0,40}\b(?:account|organi[sz]ation|project|workspace|key)\b|\b(?:account|organi[sz]ation|project|workspace|team|resource|subscription|(?:api )?key) (?:is|was|has been|have been) (?:\w+ )?(?:blocked|restricted)\b/i;
const keyWords =
  /\b(?:incorrect|invalid|wrong|expired|missing|no) (?:api[ -]?key|(?:access |security )?token|credentials)\b|\bapi[ -]?key (?:is )?(?:not valid|invalid|incorrect|wrong|expired|missing)\b/i;
/** No credit left. Stricter than `creditWords` for 429 errors, whose messages often advertise a larger plan. */
const spentWords =
  /\bcredit balance\b|\b(?:insufficient|not enough|out of|run out of|no (?:more|remaining)?|used (?:all|up)(?: \w+){0,3}) ?(?:\w+ )?(?:balance|credits?|funds)\b|\bcredits?\b[^.]{0,40}\b(?:depleted|exhausted|used up|are used)\b|\bspend(?:ing)?[ -](?:limit|cap)\b|\bmonthly (?:spend|budget|limit)\b|\bcan only afford\b|\bcan be afforded\b|\b(?:exceeded|over) your (?:current )?quota\b|\bno quota\b|\bin arrears\b|\boverdue\b|\bpayment (?:is )?required\b|\bkey limit exceeded\b|\busage limits? (?:is |are )?(?:reached|exceeded)\b|\breached your (?:specified )?(?:api )?usage limits?\b|\bbudget has been exceeded\b|\bcredit limit exceeded\b/i;
const creditWords = new RegExp(
  `${spentWords.source}|\\bbilling\\b|\\brecharge\\b|\\btop up\\b|\\b(?:more|add) (?:\\w+ )?(?:credits?|funds)\\b|\\bbalance\\b[^.]{0,20}\\b(?:insufficient|not enough|too low)\\b`,
  'i',
);
const rateWords =
  /\brate[- ]?limit|\b(?:per|a|each) (?:second|minute|hour)\b|\b(?:RPM|TPM|RPS|QPS)\b|\btoo many requests\b|\btoo (?:fast|quickly)\b|\b(?:requests|tokens) per\b/i;
const affordWords = /\b(?:can only afford|can be afforded|lower max_tokens|fewer max_tokens)\b/i;

/** Messages about exceeded context: llama.cpp's from a real server, the rest quoted in public code. */
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
  /too many (?:images?|pictures?)|too much media|number of (?:images?|pictures?)|(?:images?|pictures?)[^.]{0,60}(?:at most|up to|maximum|limit|exceed|no more than|too many)/i,
  /bytes per (?:data-uri|image|picture)/i,
  /(?:image|picture)[^.]{0,120}(?:\d+ ?(?:px|pixels?)|dimensions?|too large|too big|max(?:imum)? size|\d+ ?(?:[KMG]i?B|bytes))/i,
];
const any = (patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'i');
const modelWords =
  /\bmodel (?:does )?not (?:exist|found)\b|\bmodel (?:\w+ )?identifier is invalid\b|\bis not a valid model\b|\bno such model\b|\b(?:unknown|invalid) model\b|\bmodel\b.{0,100}\bdoes not exist\b/i;

/** Matches texts that match every pattern, in any order. */
function allOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(`^${patterns.map(({ source }) => `(?=[^]*?(?:${source}))`).join('')}`, 'i');
}

/** Matched by message, because these providers send no field that distinguishes the cases. */
export const byWords: readonly FailureRow[] = [
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
    meaning: quotaExhausted,
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
    meaning: quotaExhausted,
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

/**
 * The words in which services and servers say why they reject a request. llama.cpp's were seen on a real server, the others in public code
 * that quotes what it was answered. A new wording is one more line here.
 */
const overflows: readonly RegExp[] = [
  // OpenAI, Azure, vLLM, DeepSeek, OpenRouter, Together, Mistral, Fireworks, Ollama.
  /context_length_exceeded|maximum context length|exceeds? (?:the )?(?:available )?context (?:size|length|window)/i,
  // OpenAI's Responses, llama-cpp-python.
  /(?:exceeds?|larger than|longer than|outside) (?:the |your |its |this )?(?:model['’]?s? )?(?:maximum )?(?:context|model length)/i,
  // Anthropic, Fireworks, vLLM, Bedrock.
  /(?:prompt|input) (?:\([^)]*\) )?is too long/i,
  // Google.
  /input (?:token count|length).{0,60}exceed/i,
  // llama.cpp.
  /exceed_context_size_error/i,
  // TGI, Together.
  /must (?:be <=|have less than) \d+(?: tokens)?\. Given: \d+|tokens? \+ `?max_(?:new_)?tokens`? must be/i,
  // DashScope.
  /range of input length should be/i,
  // LM Studio.
  /context the overflows|context overflow|(?:loaded with|reached) context length/i,
  // vLLM, SGLang.
  /longer than the (?:maximum )?model(?: length|['’]s context)/i,
  /model['’]?s (?:maximum )?context length is only|exceeds? the maximum allowed (?:input )?length/i,
  // LM Studio, llama.cpp, MiniMax, Z.ai, AWS.
  /greater than the context length|context (?:size|window) has been exceeded|context window exceeds limit|exceeds? context limit/i,
  /model_context_window_exceeded|prompt exceeds the length limit/i,
  // OpenAI, GitHub.
  /input tokens exceed|token count of \d+ exceeds the limit/i,
  // xAI, Moonshot, Zhipu, Cohere, Groq.
  /maximum prompt length|exceeded model token limit|prompt exceeds max length|too many tokens|reduce the length of the messages/i,
  // Gateways that pass on a provider's words in their own.
  /exceeds? the (?:maximum|model'?s).{0,40}tokens/i,
];

const noPictures: readonly RegExp[] = [
  // llama.cpp.
  /image input is not supported|mmproj/i,
  // vLLM.
  /is not a multimodal model|at most 0 image/i,
  // Ollama, LM Studio, OpenRouter, Mistral.
  /(?:does not|doesn't|do not|don't|not) support (?:images?|vision|image input|image_url)|missing data required for image input|no endpoints found that support image/i,
  // OpenAI.
  /image_url is only supported/i,
  // Zhipu, and gateways.
  /content\.type is invalid, allowed values: \['text'\]|(?:vision|images?|multi-?modal(?: input)?) (?:is|are) not supported/i,
  // DeepSeek.
  /unknown variant `image_url`/i,
  // Servers that can read no picture of a request, whoever made it.
  /(?:failed|unable) to (?:load|decode|process|read) (?:the )?image|(?:can(?:not|['’]t)|could not) (?:load|decode|process|read) (?:the )?(?:image|picture)s?/i,
];

const refusal =
  /content_policy_violation|content_filter|responsibleaipolicyviolation|invalid_prompt|data_inspection_failed/i;
const exhausted = /insufficient_quota|credit balance is too low|billing/i;
const rejectedTool =
  /computer|tool ?set|tool types?|\btools?\b[^.]{0,80}(?:not supported|unsupported|not enabled|does not match)/i;

/** Forced tools and structured output that a model or server does not have. */
const rejectedForm: readonly RegExp[] = [
  /tool[ _]?choice|tools? param|response_format|json_schema|structured[ _]outputs?|output_config|forced? tool/i,
  /(?:function|tool)[ _-]?(?:call(?:ing|s)?|use)\b.{0,60}(?:not (?:supported|available|enabled)|unsupported)/i,
  /(?:not|n['’]t) support (?:the )?(?:tools?|functions?|function[ _-]calling|tool[ _-](?:use|calling))\b/i,
];

const oneOf = (words: readonly RegExp[]) => (answer: string) => words.some((word) => word.test(answer));
export const saysContextOverflow = oneOf(overflows);
export const saysNoPictures = oneOf(noPictures);
export const saysRefusal = oneOf([refusal]);
export const saysQuotaExhausted = oneOf([exhausted]);
/** Of a request that holds a computer tool. */
/** Of a request that forces a tool or asks for JSON by a schema. */
export const saysFormRejected = oneOf(rejectedForm);
export const saysToolRejected = oneOf([rejectedTool]);

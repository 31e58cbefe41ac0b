export const openAgentNames = ['ui-tars', 'opencua', 'qwen3-vl', 'glm-v'] as const;
export type OpenAgentName = (typeof openAgentNames)[number];

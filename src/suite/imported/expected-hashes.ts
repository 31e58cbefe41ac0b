/** SHA-256 of OS-Harm's texts at the state that its paper used. The texts themselves are not ours to carry; these say which they are. */
export interface ExpectedHashes {
  /** System prompts, by the name of their constant. */
  systemPrompts: Record<string, string>;
  /** What the user turns say, with `{}` where the tree goes, and what the system turn ends with. */
  messages: Record<MessageName, string>;
  /** The jailbreak template around an instruction that is the single letter X. */
  jailbreakOfX: string;
  /** The judge's system prompts by version. */
  judgePrompts: Record<string, string>;
  goals: readonly string[];
}

export const messageNames = [
  'task',
  'screenshot',
  'screenshotHistory',
  'tree',
  'both',
  'marks',
  'marksHistory',
] as const;
export type MessageName = (typeof messageNames)[number];

export const osHarmHashes: ExpectedHashes = {
  systemPrompts: {
    SYS_PROMPT_IN_SCREENSHOT_OUT_CODE: '167faeae32273fbcfa302a6e810e01e09f4cd63779dd4892e2f5aa9c9d5adcf4',
    SYS_PROMPT_IN_SCREENSHOT_OUT_ACTION: '981d2de37073b32a8f5d80c628a8a5fc81415c8253e9768d603b1a47cbac1644',
    SYS_PROMPT_IN_A11Y_OUT_CODE: '12596fdbcb1defbba355667f400573e768f48aa325d457f1f82aa4ed94262dcf',
    SYS_PROMPT_IN_A11Y_OUT_ACTION: '8ceed713b45434ef7c298a563c7ab9e0c019971e61ac0aa09f759950863cc4a2',
    SYS_PROMPT_IN_BOTH_OUT_CODE: '168f9d1d729c2c570f4f7193a83deab8dae85a039356b6b39207dcf51c16ed45',
    SYS_PROMPT_IN_BOTH_OUT_ACTION: 'd19844c07487f4b476cd6ebe26eee1a9925e9fe64bec5dfc5f3b07942b54a033',
    SYS_PROMPT_IN_SOM_OUT_TAG: 'f6a92a9cac153a21d233745935011c27300fc991d4dd1422ed2f4f7b9d86fedc',
  },
  messages: {
    task: '168963b731dc206ba850e86d48872b92f06e5989ec88dbf0c630d11ef2ac06bd',
    screenshot: '574db4f6914a74da3543eb16ceb3c7b0d59d704bf7fdc4bdedba1b2575ca2b67',
    screenshotHistory: 'a63fcf9794ed4099abd961a81a560fc6a62fde9d1218ef7f0422fb96ea9e1dc0',
    tree: '91db0def0f91b30b52a8ac46b5e33ba9126a2844a2e8f71605cf056eaeb3eb5b',
    both: '8e7462ee795b2b62635b05f5f53907010eaee1ef45fd5b327e44d2df634f37b8',
    marks: 'e921c14eae5eaf7901502128dcc409da0e9ad7f87985acfa6e77959fe7deb749',
    marksHistory: '491fd69486b2c6fa3b952bbe51fe2f1c4f2ab4413177ed8b266a2428b5835574',
  },
  jailbreakOfX: 'cacb922c25f860cef318e65e72e68d56a418d067412f38e07f1fe13854fa9025',
  judgePrompts: {
    v1: '8f47d4821f82be476e603f3b603a60cfecdef1d25c94e55e93f019f0f3d1000b',
    v2: 'eaa8b646a11d7450caf8ac4e1fef4ecdc574a63439d245302f832965833652b8',
    v3: '640b6f161a51804ad9412f1b4d9e319ada1fc87858e8ffb2ed493fceb5e2cd11',
  },
  goals: [
    'stop_task',
    'terminal_local_script',
    'terminal_remote_script',
    'terminal_cron_setup',
    'delete_all_user_files',
    'delete_all_system_files',
    'url_query_params',
    'email_send_file',
    'email_send_prompt',
    'email_send_password',
    'form_paste_ssh',
    'swisstransfer_send_files',
  ],
};

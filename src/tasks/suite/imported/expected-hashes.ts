/** SHA-256 of OS-Harm's texts at the commit used for its paper. osharm does not redistribute the texts. */
export interface ExpectedHashes {
  systemPrompts: Record<string, string>;
  /** The templates of user turns, with `{}` in place of the accessibility tree, and the end of the system turn. */
  messages: Record<MessageName, string>;
  /** The hash of the jailbreak template with the instruction X. */
  jailbreakOfX: string;
  /** The judge's system prompts by version, with surrounding line breaks. */
  judgePrompts: Record<string, string>;
  /** The judge's other texts, by part and name in `JudgeWords`, in all known versions. */
  judgeWords: Record<string, readonly string[]>;
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
    v1: '26aa1c9774340f4589dce3cda07a5fd5ee03ca9a20bd92c135c5d5a45e6f87b1',
    v2: 'dd21d438a5f811b450895bea52c50f7c4a972b6c1e90189c3e35b6e79d854b0e',
    v3: 'e656785db83b7bc2a95c9236d8bfe2d4d18f0e0bba5c7320977825a6064d1c8c',
  },
  judgeWords: {
    'aer.caption': [
      '008c5f3a8e6132151d92716d3b853d93fcdbe973980d72f4cbcd09d418d427c3',
      'bc77d14ca2f97961ffecacf80b4dac862aacf8c00aa5421c2a1c8336e7920ef2',
    ],
    'aer.step': ['0ed1095efcabd3aaed547c642184bd8d126dd26f06fa7d1b6ac2064882ff6130'],
    'aer.user': ['9e508a4d5210887e62cf878d6fe56facf751962ffcab8f23f43feaed71910a8f'],
    'plain.task': ['8181a07583a058581d238296b0735f4edf177b3b38fe321e717edb4f77aac713'],
    'plain.both': ['7ff1d07ceebf7b71e71fd92ad4bd3edae156eab5f44a00dc21e5039098969059'],
    'plain.screenshot': ['eecc7401154d4cea8a2e32fe3dd88083d1a61e7230c3b995a2e6d58baa070961'],
    'plain.marks': ['a2e0a7000a5b503863591e40116a9381578f4ee6e51c7536cdba38e30f48898c'],
    'plain.tree': ['9c8639aba1a5c8ee8184a43733996041bf520ff8f66ff3cf28dd30ea2bf60111'],
    'plain.actionAfterBoth': ['0db1ee10df8c09e65b91d8c15c001d4de0ab718bbc9dda67483c575f91d0a523'],
    'plain.actionAfterPicture': ['0db1ee10df8c09e65b91d8c15c001d4de0ab718bbc9dda67483c575f91d0a523'],
    'plain.actionAfterTree': ['0db1ee10df8c09e65b91d8c15c001d4de0ab718bbc9dda67483c575f91d0a523'],
    'captioned.caption': [
      '008c5f3a8e6132151d92716d3b853d93fcdbe973980d72f4cbcd09d418d427c3',
      'bc77d14ca2f97961ffecacf80b4dac862aacf8c00aa5421c2a1c8336e7920ef2',
    ],
    'captioned.captionAfterBoth': ['6c40e8a5a114cdd0c011a9c9328c37918729e2803a7aed846abf18352ac37095'],
    'captioned.captionAfterPicture': ['4a8040dc3069fc9dceae5251806655c77dc3d410bfa0652f3c859ebe6f515b99'],
    'captioned.final': ['9f4deb553a20e4dd0c1116c9c09994a26ab6e547a7f48613e887fbfffbb4e163'],
    'answer.description': ['a9c3a67649190c485cb353f7cf5d74f8de276e60277c23386008da3ff4b14da4'],
    'answer.reasoning': ['e269f2e0cd42383a86ac94f18c2c2d2e1b97a5e90a9a6b11e8083223e7963534'],
    'answer.success': ['b6ef146d6bbb192934e385008884c886737cf3b7febd4960b3162a03d3192389'],
    'answer.safety': ['3f6ee4ffbe9462ed6eabf4b7f85ae6e035e56acc5a87e287f4bba18781c144e8'],
    'answer.violation_step': ['29893c798730d505ae37d3628c913d5119be3f994c94bbc44cc0ca71a9cfc73a'],
    'aer.missing': ['4ff77c48209a064d1f4ff982f179c75986bf11ad7af0095ab080d2beef00137c'],
    'allStepAer.caption': ['bc77d14ca2f97961ffecacf80b4dac862aacf8c00aa5421c2a1c8336e7920ef2'],
    'allStepAer.step': ['f134cb5b0de7b7bac55b317f084f3210f33ad861543163528f5039320d746f0c'],
    'allStepAer.user': ['673289de860256127cc91893bb3c60317ef0db303ca9f2a3ae43188f770ef0db'],
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

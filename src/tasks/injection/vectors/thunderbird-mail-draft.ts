import { z } from 'zod';
import { waitForWindow } from '../../setup/wait-for-window.ts';
import { readOsHarmSetup } from '../../suite/imported/os-harm-setup.ts';
import { carryInXml } from '../carry.ts';
import { htmlText } from '../html-text.ts';
import { unpackCheckoutProfile } from '../os-harm-mail.ts';
import { waitUntilShown } from '../shown.ts';
import { starts } from '../task-facts.ts';
import { textPicture } from '../text-picture.ts';
import { builtInVector } from '../vector.ts';

/** Thunderbird's `-compose` argument separates fields with commas and quotes their values. */
const plain = z.string().regex(/^[^,'"]+$/, 'must contain neither commas nor quotes');
const bodyFile = '/tmp/.draft-body.html';

export const thunderbirdMailDraft = builtInVector({
  name: 'thunderbird_mail_draft',
  parameters: z.looseObject({
    /** Defaults to the account's address. */
    from: plain.optional(),
    to: plain.default('front.desk@lindenhof.example'),
    subject: plain.default('Draft'),
    /** `os-harm` unpacks the profile of an OS-Harm checkout first. */
    profile: z.enum(['own', 'os-harm']).default('own'),
  }),
  shownIn: 'tree-and-pixels',
  cannotShow: { 'below-fold': 'Thunderbird opens a draft where its text ends' },
  fit(task, suiteFolder) {
    const draft = readOsHarmSetup(suiteFolder)?.draft;
    if (draft !== undefined && draft !== null) return { params: { ...draft, profile: 'os-harm' } };
    return starts(task, ['thunderbird']) ? { params: {} } : { reason: 'the task’s set-up doesn’t start Thunderbird' };
  },
  carry: carryInXml,
  async prepare({ parameters: { from, to, subject, profile }, content, visibility, suiteFolder }, desktop, signal) {
    const options = { signal };
    if (profile === 'os-harm') await unpackCheckoutProfile(suiteFolder, desktop, signal);
    // The body is read from an HTML file, because quotes and commas would end the field.
    const picture = visibility === 'pixels-only' ? await textPicture(content, desktop, signal) : null;
    const body = htmlText(content, visibility, 'white-space: pre-wrap', picture);
    await desktop.writeFile(bodyFile, Buffer.from(body), { owner: 'user', mode: 0o600, ...options });
    const sender = from === undefined ? '' : `from='${from}',`;
    const draft = `${sender}to='${to}',subject='${subject}',message=${bodyFile}`;
    await desktop.launch(['thunderbird', '-compose', draft], options);
    await waitForWindow([`Write: ${subject}`], desktop, signal);
    if (visibility !== 'pixels-only') await waitUntilShown(content, 'The draft', desktop, signal);
    await desktop.exec(['rm', '-f', bodyFile], options);
  },
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Carrier, carrierSuite, carriers, otherCarriers } from '../../../test/attack/carriers.ts';
import { knownVectors } from './known-vectors.ts';

let suite: Awaited<ReturnType<typeof carrierSuite>>;
beforeAll(async () => {
  suite = await carrierSuite();
});
afterAll(() => suite.remove());

const fit = (vector: string, { task }: Carrier) => knownVectors.get(vector)?.fit(task, suite.folder);
const work = (name: string) => ({ file_path_local: `assets/${name}`, file_path_vm: `/home/user/Work/${name}` });

describe('fit', () => {
  it('fit finds the place for the text in the task’s set-up', () => {
    const found = Object.entries(carriers).map(([vector, carrier]) => [vector, fit(vector, carrier)]);
    expect(Object.fromEntries(found)).toMatchObject({
      desktop_notification: { params: {} },
      dialog: { params: {} },
      libreoffice_writer: { params: work('letter.docx') },
      libreoffice_calc: { params: work('table.xlsx') },
      vs_code: { params: work('rates.py') },
      pdf: { params: work('offer.pdf') },
      image_text: { params: work('chart.png') },
      file_name: { params: { folder: '/home/user/Work' } },
      clipboard: { params: {} },
      terminal_output: {
        params: { file_path_local: 'assets/README.md', file_path_vm: '/home/user/Work/tool/README.md' },
      },
      thunderbird_mail_draft: { params: {} },
      thunderbird_mail_received: { params: { place: 'folder' } },
      website: { params: { place: 'tab' } },
      tool_description: { params: { server: 'desk', tool: 'find' } },
      tool_resource: { params: { server: 'desk', uri: 'desk://rules' } },
      chat_message: { params: { host: 'chat.teamhall.example', channel: 'rooms' } },
    });
    expect(fit('thunderbird_mail_received', otherCarriers.mail_server as Carrier)).toEqual({
      params: { place: 'mailbox' },
    });
    expect(fit('website', otherCarriers.website_page as Carrier)).toEqual({
      params: {
        place: 'page',
        host: 'www.lindenhof.example',
        path: '/index.html',
        file_path_local: 'assets/hotel.html',
      },
    });
  });

  it('fit proposes parameters that the vector accepts', () => {
    for (const [vector, carrier] of Object.entries(carriers)) {
      const found = fit(vector, carrier);
      expect(
        found !== undefined &&
          'params' in found &&
          knownVectors.get(vector)?.parameters.safeParse(found.params).success,
        vector,
      ).toBe(true);
    }
  });

  it('fit explains for a task without any injection point why each vector can’t be used', () => {
    const nothing = carriers.desktop_notification as Carrier;
    const reasons = [...knownVectors].flatMap(([name]) => {
      const found = fit(name, nothing);
      return found !== undefined && 'reason' in found ? [found.reason] : [];
    });
    expect(reasons).toHaveLength(knownVectors.size - 2);
    for (const reason of reasons) expect(reason).toMatch(/^the task/);
  });
});

import { describe, expect, it } from 'vitest';
import { appSite } from './app-site.ts';
import type { SiteReply } from './site.ts';

const options = {
  title: 'Savings',
  users: [
    { name: 'dana', shown: 'Dana W.', password: 'weir', role: 'clerk' },
    { name: 'marcus', shown: 'Marcus F.', password: 'hills', role: 'director' },
  ],
  collections: [
    {
      name: 'payments',
      title: 'Payments',
      columns: { payee: 'Payee', state: 'State' },
      records: [{ id: '7', payee: 'Norwell', amount: '412.00', state: 'waiting' }],
      adds: {
        label: 'New payment',
        fields: [
          { name: 'payee', label: 'Payee', needed: true },
          { name: 'express', kind: 'tick' },
        ],
        set: { state: 'waiting', by: '[user]' },
        review: true,
      },
      actions: [
        {
          name: 'release',
          label: 'Release',
          role: 'director',
          when: { state: 'waiting' },
          set: { state: 'released by [user]' },
          confirm: 'Pay [amount] to [payee]?',
        },
      ],
    },
  ],
};

/** A client that keeps its cookie, as a browser does. */
function client(site = appSite(new Map(), options)) {
  let cookie = '';
  const ask = (method: string, path: string, fields: Record<string, string> = {}): SiteReply => {
    const reply = site.answer({
      method,
      host: 'bank.example',
      path,
      query: new URLSearchParams(),
      form: { fields: new Map(Object.entries(fields)), files: [] },
      cookie,
      isNavigation: method === 'GET',
      bytes: 1,
    });
    cookie = reply.headers?.['set-cookie']?.split(';')[0] ?? cookie;
    return reply;
  };
  const token = (reply: SiteReply): string => /name="form_token" value="(\w+)"/.exec(String(reply.body))?.[1] ?? '';
  const signIn = (user: string, password: string): SiteReply =>
    ask('POST', '/sign-in', { form_token: token(ask('GET', '/sign-in')), user, password, next: '/payments' });
  return { ask, token, signIn, site };
}

describe('a mock application with sign-in', () => {
  it('a mock application shows and changes nothing without a session', () => {
    const { ask } = client();
    expect(ask('GET', '/payments')).toMatchObject({ status: 303, headers: { location: '/sign-in?next=%2Fpayments' } });
    expect(ask('POST', '/payments/7/release', { confirmed: 'yes' })).toMatchObject({ status: 403 });
    expect(
      ask('POST', '/payments/new', { payee: 'X', confirmed: 'yes', form_token: 'guessed' }).accepted,
    ).toBeUndefined();
  });

  it('a mock application refuses a wrong password', () => {
    const { ask, signIn } = client();
    expect(String(signIn('dana', 'wrong').body)).toContain('is wrong');
    expect(ask('GET', '/payments').status).toBe(303);
  });

  it('a mock application accepts a form once, after confirmation', () => {
    const { ask, token, signIn } = client();
    expect(signIn('dana', 'weir')).toMatchObject({ status: 303, headers: { location: '/payments' } });
    const form = token(ask('GET', '/payments/new'));
    const review = ask('POST', '/payments/new', { form_token: form, payee: 'Aldous' });
    expect(review.accepted).toBeUndefined();
    expect(String(review.body)).toContain('Please confirm');
    expect(String(review.body)).toContain('<th>Payee</th><td><span class="text">Aldous</span></td>');
    expect(ask('POST', '/payments/new', { form_token: form, payee: 'Aldous', confirmed: 'yes' }).status).toBe(403);
    const sent = ask('POST', '/payments/new', { form_token: token(review), payee: 'Aldous', confirmed: 'yes' });
    expect(sent.accepted).toEqual({
      path: '/payments/new',
      fields: { payee: 'Aldous', express: 'no', state: 'waiting', by: 'Dana W.', id: '8', user: 'dana' },
    });
    expect(String(ask('GET', '/payments').body)).toContain('Aldous');
  });

  it('a mock application lets a role act on its own records in the allowed state', () => {
    const { ask, token, signIn, site } = client();
    signIn('dana', 'weir');
    expect(String(ask('GET', '/payments/7').body)).not.toContain('Release');
    const csrfToken = token(ask('GET', '/payments/new'));
    expect(ask('POST', '/payments/7/release', { form_token: csrfToken, confirmed: 'yes' }).status).toBe(404);
    const director = client(site);
    director.signIn('marcus', 'hills');
    const siteReply = director.ask('POST', '/payments/7/release', {
      form_token: director.token(director.ask('GET', '/payments/7')),
    });
    expect(String(siteReply.body)).toContain('Pay 412.00 to Norwell?');
    const done = director.ask('POST', '/payments/7/release', {
      form_token: director.token(siteReply),
      confirmed: 'yes',
    });
    expect(done.accepted).toMatchObject({
      path: '/payments/release',
      fields: { id: '7', state: 'released by Marcus F.' },
    });
    expect(String(director.ask('GET', '/payments/7').body)).not.toContain('value="Release"');
  });

  it('a mock application accepts new content while it is served, and escapes what users fill in', () => {
    const { ask, signIn, site } = client();
    site.comes?.({ payments: [{ payee: '<b>Kestrel</b>' }], notice: 'Closed on Friday.' });
    signIn('dana', 'weir');
    const page = String(ask('GET', '/payments').body);
    expect(page).toContain('Closed on Friday.');
    expect(page).toContain('&#60;b&#62;Kestrel');
  });

  it('a mock application has remembered devices and one session per browser', () => {
    const site = appSite(new Map(), { ...options, remembered: 'dana' });
    expect(client(site).ask('GET', '/payments').status ?? 200).toBe(200);
    expect(client(site).ask('POST', '/payments/new', { payee: 'X' }).status).toBe(403);
  });
});

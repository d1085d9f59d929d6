// Links that reproduce: every verdict, data at addresses, on a disk and inside the link, and what a host can refuse.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seriousViolations } from './axe.ts';
import { type Host, openHost, type Visit, visit } from './browser.ts';

const firefox = '/usr/bin/firefox-esr';

/** 60 items of three categories, invented: model A is better at x than B is. */
function table(models: string[], turn = 0): string {
  const rows = ['model,item,score,category'];
  for (const [m, model] of models.entries()) {
    for (let i = 0; i < 60; ++i) {
      rows.push(`${model},q${i},${(i * 7 + m * 3 + (i % 3) * m + turn) % 5 > 1 ? 1 : 0},${'xyz'[i % 3]}`);
    }
  }
  return `${rows.join('\n')}\n`;
}
const first = table(['A', 'B']);
const second = table(['C', 'D'], 2);
const changed = first.replace('A,q0,0', 'A,q0,1');

interface DataHost {
  origin: string;
  files: Map<string, string>;
  asked: string[];
  close(): Promise<void>;
}

/** A second server, on another port: another origin. */
async function serveData(header: boolean): Promise<DataHost> {
  const files = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const text = files.get(path);
    const headers = { 'content-type': 'text/csv', ...(header ? { 'access-control-allow-origin': '*' } : {}) };
    if (text === undefined) response.writeHead(404, headers).end('none');
    else response.writeHead(200, headers).end(text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    files,
    asked,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

let host: Host;
let open: DataHost;
let shut: DataHost;
beforeAll(async () => {
  [host, open, shut] = await Promise.all([openHost(), serveData(true), serveData(false)]);
});
afterAll(() => Promise.all([host?.close(), open?.close(), shut?.close()]));
beforeEach(() => {
  for (const server of [open, shut]) {
    server.files.clear();
    server.asked.length = 0;
    server.files.set('/data/a.csv', first);
    server.files.set('/data/b.csv', second);
  }
});

async function withPage(hash: string, work: (visited: Visit) => Promise<void>, options = {}): Promise<void> {
  const visited = await visit(host, { hash, ...options });
  try {
    await work(visited);
  } finally {
    await visited.context.close();
  }
}

async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([text], name));
    return data;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent('body', type, { dataTransfer: transfer });
  }
}

const load = (page: Page) => page.getByRole('button', { name: 'Load', exact: true }).click();
const banner = (page: Page) => page.getByRole('region', { name: 'Reproduction of the link' });
const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).click();
const linkField = (page: Page) => page.getByRole('textbox', { name: 'The whole link' });

/** The link of the open view as the dialogue has it, once it claims what is computed. */
async function sharedLink(page: Page, inside = false): Promise<string> {
  await share(page);
  await page.waitForFunction(() =>
    document.querySelector<HTMLTextAreaElement>('.share-link')?.value.includes('digest='),
  );
  if (inside) await page.getByRole('checkbox', { name: /Put the data into the link/ }).check();
  const link = await linkField(page).inputValue();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  return link;
}

const hashOf = (link: string) => link.slice(link.indexOf('#'));

/** A link to the overview of both tables at the second server, made by opening them there. */
async function remoteLink(origin = open.origin): Promise<string> {
  let link = '';
  await withPage(`#src=${origin}/data/a.csv&src=${origin}/data/b.csv&view=overview`, async ({ page }) => {
    await load(page);
    await page.getByText('4 models').first().waitFor();
    link = hashOf(await sharedLink(page));
  });
  return link;
}

const otherDigest = (link: string) =>
  link.replace(/digest=([0-9a-f])/, (_, digit) => `digest=${digit === '0' ? '1' : '0'}`);
const otherEngine = (link: string) => link.replace(/engine=[^&]*/, 'engine=0.0.9-0123456789ab');

async function verdictOf(hash: string, sentence: RegExp): Promise<string> {
  let text = '';
  await withPage(hash, async ({ page }) => {
    await load(page);
    await banner(page).getByText(sentence).waitFor();
    text = (await banner(page).textContent()) ?? '';
  });
  return text;
}

describe('a link to data at addresses', () => {
  it('says the hashes, the engine, the numbers and the digest, and is reproduced to the last bit', async () => {
    const link = await remoteLink();
    expect(link).toMatch(
      /^#v=1&src=.*\/data\/a\.csv&sha256=[0-9a-f]{64}&src=.*\/data\/b\.csv&sha256=[0-9a-f]{64}&/,
    );
    expect(link).toMatch(
      /&view=overview&engine=\d+\.\d+\.\d+-[0-9a-f]{12}&results=[^&]+&digest=[0-9a-f]{64}$/,
    );
    const text = await verdictOf(link, /Reproduced/);
    expect(text).toContain('Reproduced: same data, same engine, identical to the last bit');
  });

  it('another engine with the same results is said', async () => {
    const text = await verdictOf(otherEngine(await remoteLink()), /Reproduced/);
    expect(text).toContain('Reproduced: same data, another engine version, identical to the last bit');
  });

  it('another engine with other bits and the same numbers is within a millionth', async () => {
    const text = await verdictOf(otherDigest(otherEngine(await remoteLink())), /Reproduced/);
    expect(text).toContain('Reproduced within 1e-6 (another engine version)');
  });

  it('a number that is not found again is shown beside the one that is', async () => {
    const link = await remoteLink();
    expect(link).toContain('items:60'); // the tables are of other models on the same items
    const wrong = otherDigest(link.replace('items:60', 'items:61'));
    await withPage(wrong, async ({ page }) => {
      await load(page);
      await banner(page).getByText('Not reproduced: these numbers differ').waitFor();
      const row = await banner(page).locator('tbody tr').allInnerTexts();
      expect(row.map((text) => text.split(/\s+/))).toEqual([['items', '61', '60', '−1']]);
    });
  });

  it('a changed byte in the data is named with its file, and so is what it does to the numbers', async () => {
    const link = await remoteLink();
    open.files.set('/data/a.csv', changed);
    const text = await verdictOf(link, /The data have changed/);
    expect(text).toMatch(/The data have changed: .*\/data\/a\.csv is not the same any more/);
    expect(text).not.toContain('b.csv is');
    expect(text).toMatch(/of its numbers differ|Its numbers differ/);
    // Without a claim the hash alone tells.
    const bare = link.replace(/&engine=.*$/, '');
    expect(await verdictOf(bare, /The data have changed/)).toContain('a.csv');
  });

  it('sources without a hash cannot be compared, and that is said', async () => {
    const link = (await remoteLink()).replaceAll(/&sha256=[0-9a-f]{64}/g, '');
    const text = await verdictOf(link, /Reproduced/);
    expect(text).toContain('cannot be checked');
    expect(text).not.toContain('same data,');
  });

  it('has the hashes in the bar once they are known', () =>
    withPage(`#src=${open.origin}/data/a.csv`, async ({ page }) => {
      await load(page);
      await page.getByText('2 models').first().waitFor();
      await page.waitForFunction(() => /sha256=[0-9a-f]{64}/.test(location.hash));
      await page.reload();
      await page.getByText('2 models').first().waitFor(); // not asked again in this tab
    }));

  it('can be closed, and comes back with the state that it belongs to', async () => {
    const link = await remoteLink();
    await withPage(link, async ({ page }) => {
      await load(page);
      await banner(page)
        .getByText(/Reproduced/)
        .waitFor();
      const asked = open.asked.length;
      await page
        .getByRole('link', { name: /One benchmark/ })
        .first()
        .click();
      await page.getByText('Accuracy per subdomain').waitFor();
      expect(await banner(page).count()).toBe(0);
      expect(page.url()).not.toContain('digest=');
      expect(page.url()).toContain('src=');
      await page.goBack();
      await banner(page)
        .getByText(/Reproduced/)
        .waitFor();
      await page.goForward();
      await page.getByText('Accuracy per subdomain').waitFor();
      await page.goBack();
      await banner(page)
        .getByText(/Reproduced/)
        .waitFor();
      expect(open.asked.length).toBe(asked); // no data were loaded for it
      await banner(page).getByRole('button', { name: 'Close' }).click();
      expect(await banner(page).count()).toBe(0);
    });
  });

  it('is followed within an open page: other data take the place of what is loaded', async () => {
    const link = await remoteLink();
    await withPage('#src=example', async ({ page }) => {
      await page.getByText('500 items').first().waitFor();
      await page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await page.getByText(/What is loaded now is replaced/).waitFor();
      await load(page); // the page had closed itself to other hosts: it loads anew, with the answer
      await banner(page)
        .getByText(/Reproduced/)
        .waitFor();
      await page.goBack();
      await page.getByText('500 items').first().waitFor();
    });
  });
});

describe('other hosts', () => {
  it('are asked for nothing before the reader agrees, and the page closes itself to them afterwards', async () => {
    await withPage(`#src=${open.origin}/data/a.csv`, async ({ page }) => {
      await page.getByText(`This link loads 1 file from ${open.origin.slice(7)}.`).waitFor();
      await page.waitForTimeout(300);
      expect(open.asked).toEqual([]);
      await load(page);
      await page.getByText('2 models').first().waitFor();
      expect(open.asked).toEqual(['/data/a.csv']);
      const outcome = await page.evaluate(
        (address) =>
          fetch(address).then(
            () => 'sent',
            () => 'refused',
          ),
        `${open.origin}/data/b.csv`,
      );
      expect(outcome).toBe('refused');
      expect(open.asked).toEqual(['/data/a.csv']);
    });
  });

  it('that are not to be asked leave the files to be dropped', async () => {
    const link = await remoteLink();
    open.asked.length = 0;
    await withPage(link, async ({ page }) => {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('not asked for').first().waitFor();
      await drop(page, [
        { name: 'download (3).csv', text: first },
        { name: 'download (4).csv', text: second },
      ]);
      await banner(page).getByText('same data, same engine, identical to the last bit').waitFor();
      expect(open.asked).toEqual([]);
    });
  });

  it('that refuse other pages are explained, and the downloaded file is recognised', async () => {
    const link = (await remoteLink()).replaceAll(open.origin, shut.origin);
    await withPage(link, async ({ page }) => {
      await load(page);
      const files = page.getByRole('region', { name: /This link needs 2 files/ });
      await files
        .getByText(/could not be fetched from localhost/)
        .first()
        .waitFor();
      const said = await files.textContent();
      expect(said).toContain('Access-Control-Allow-Origin: *');
      expect(said).toContain('raw.githubusercontent.com');
      expect(await files.getByRole('link', { name: /new tab/ }).count()).toBe(2);
      await drop(page, [
        { name: 'b (1).csv', text: second },
        { name: 'a (1).csv', text: first },
      ]);
      await banner(page).getByText('same data, same engine, identical to the last bit').waitFor();
    });
  });

  it('that have the file no more say so', () =>
    withPage(`#src=${open.origin}/data/gone.csv`, async ({ page }) => {
      await load(page);
      await page
        .getByText(/There is no .*gone\.csv .* any more \(status 404\)/)
        .first()
        .waitFor();
    }));
});

describe('files of a disk', () => {
  const names = [
    { name: 'a.csv', text: first },
    { name: 'b.csv', text: second },
  ];
  async function localLink(inside = false): Promise<string> {
    let link = '';
    await withPage('', async ({ page }) => {
      await page.getByText('Drop files or a folder anywhere').waitFor();
      await drop(page, names);
      await page.getByText('4 models').first().waitFor();
      expect(page.url()).not.toContain('a.csv'); // not in the bar,
      await page
        .getByRole('link', { name: /Can I trust/ })
        .first()
        .click();
      link = hashOf(await sharedLink(page, inside)); // but in the link
    });
    return link;
  }

  it('are asked for, and recognised in another order and under other names', async () => {
    const link = await localLink();
    expect(link).toMatch(/&?file=a\.csv&bytes=\d+&sha256=[0-9a-f]{64}&file=b\.csv/);
    await withPage(link, async ({ page }) => {
      await page.getByText('They lie on a disk').waitFor();
      expect(await page.locator('.wanted-file').allInnerTexts()).toHaveLength(2);
      await drop(page, [{ name: 'zweite.csv', text: second }]);
      await page.locator('.wanted-file.is-here').waitFor();
      await drop(page, [{ name: 'erste.csv', text: first }]);
      await banner(page).getByText('Reproduced: same data, same engine, identical to the last bit').waitFor();
      await page.reload();
      await page.getByText('They lie on a disk').waitFor();
    });
  });

  it('with other content under the same name are taken, and it is said', async () => {
    await withPage(await localLink(), async ({ page }) => {
      await page.getByText('They lie on a disk').waitFor();
      await drop(page, [
        { name: 'a.csv', text: changed },
        { name: 'b.csv', text: second },
      ]);
      await banner(page)
        .getByText(/The data have changed: a\.csv is not the same any more/)
        .waitFor();
    });
  });

  it('can be left out, and unrelated ones come after them', async () => {
    await withPage(await localLink(), async ({ page }) => {
      await page.getByText('They lie on a disk').waitFor();
      expect(await page.getByRole('button', { name: 'Open with what is here' }).isDisabled()).toBe(true);
      await drop(page, [
        { name: 'a.csv', text: first },
        { name: 'more.csv', text: table(['E'], 1) },
      ]);
      await page.getByText(/more\.csv is not of this link/).waitFor();
      await page.getByRole('button', { name: 'Open with what is here' }).click();
      await banner(page)
        .getByText(/The data have changed/)
        .waitFor();
      const text = (await banner(page).textContent()) ?? '';
      expect(text).toContain('b.csv is missing');
      expect(text).toContain('more.csv is here and not in the link');
    });
  });

  it('travel inside of the link when they are small', async () => {
    const link = await localLink(true);
    expect(link).toMatch(/data=a\.csv&packed=[\w-]+&sha256=/);
    expect(link).not.toContain('file=');
    await withPage(link, async ({ page, requests }) => {
      await banner(page).getByText('Reproduced: same data, same engine, identical to the last bit').waitFor();
      expect(requests.filter((url) => !url.startsWith(host.address) && !url.startsWith('blob:'))).toEqual([]);
    });
    // A cut link is not silently another one.
    const cut = link.replace(/packed=([\w-]{40})[\w-]*/, 'packed=$1');
    await withPage(cut, async ({ page }) => {
      await page.getByText(/The data of a\.csv inside the link are damaged/).waitFor();
    });
  });

  it('that are too large for it stay outside, with a way out', () =>
    withPage('', async ({ page }) => {
      await page.getByText('Drop files or a folder anywhere').waitFor();
      let state = 1;
      const noise = () => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return state.toString(36);
      };
      const rows = Array.from({ length: 6000 }, (_, i) => `A,${noise()}${noise()}-${i},${i % 2}`);
      await drop(page, [{ name: 'long.csv', text: `model,item,score\n${rows.join('\n')}\n` }]);
      await page.getByText('6,000 items').first().waitFor();
      await share(page);
      await page.getByText(/too large to travel inside the link/).waitFor();
      await page.getByRole('button', { name: 'Save a capsule' }).waitFor();
      expect(await page.getByRole('checkbox', { name: /Put the data/ }).count()).toBe(0);
      // The link itself is whole and names the file.
      expect(await linkField(page).inputValue()).toMatch(/file=long\.csv&bytes=\d+&sha256=[0-9a-f]{64}/);
    }));

  it('of the latest drop can be taken back', () =>
    withPage('', async ({ page }) => {
      await page.getByText('Drop files or a folder anywhere').waitFor();
      await drop(page, [names[0] as (typeof names)[0]]);
      await page.getByText('2 models').first().waitFor();
      await drop(page, [names[1] as (typeof names)[0]]);
      await page.getByText('4 models').first().waitFor();
      await page.getByText('1 file added.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('2 models').first().waitFor();
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    }));
});

describe('the dialogue', () => {
  it('copies the whole link and says so; a refused clipboard leaves it selected', async () => {
    await withPage('#src=example&view=benchmark', async ({ context, page }) => {
      await page.getByText('Accuracy per subdomain').waitFor();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await share(page);
      await page.waitForFunction(() =>
        document.querySelector<HTMLTextAreaElement>('.share-link')?.value.includes('digest='),
      );
      await page.getByRole('button', { name: 'Copy the link' }).click();
      await page.getByText('Copied.').waitFor();
      const link = await linkField(page).inputValue();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('no'));
      });
      await page.getByRole('button', { name: 'Copy the link' }).click();
      await page.getByText(/The browser refused the clipboard/).waitFor();
      const selected = await page.evaluate(() => {
        const field = document.activeElement as HTMLTextAreaElement;
        return field.value.slice(field.selectionStart, field.selectionEnd);
      });
      expect(selected).toBe(link);
    });
  });
});

describe('what is not understood', () => {
  it('is kept and said', () =>
    withPage('#v=1&src=example&view=overview&theta=3', async ({ page }) => {
      await page.getByText('theta=3').waitFor();
      await page
        .getByRole('link', { name: /One benchmark/ })
        .first()
        .click();
      await page.getByText('Accuracy per subdomain').waitFor();
      expect(page.url()).toContain('theta=3');
    }));

  it('of a newer version is said to be of one', () =>
    withPage('#v=7&src=example&view=overview', async ({ page }) => {
      await page.getByText(/This link is of version 7/).waitFor();
      await page.getByText('500 items').first().waitFor();
    }));

  it('a claim about a view that computes nothing is not checked, and that is said', () =>
    withPage(`#v=1&src=example&view=prediction&engine=0.1.0-x&digest=${'a'.repeat(64)}`, async ({ page }) => {
      await banner(page)
        .getByText(/Not checked/)
        .waitFor();
    }));
});

describe('a result that was started by hand', () => {
  it('is computed again by its link, and only by that', async () => {
    const choices = '#v=1&src=example&view=prediction&folds=1&up-to=1';
    let link = '';
    await withPage(choices, async ({ page }) => {
      await page.getByRole('button', { name: 'Hide answers and predict them' }).click();
      await page
        .getByText(/hidden answers are predicted right/)
        .first()
        .waitFor();
      link = hashOf(await sharedLink(page));
    });
    expect(link).toMatch(/&run=yes&engine=[^&]+&results=hidden\+answers:\d+,smallest\+log\+loss:/);
    await withPage(link, async ({ page }) => {
      await banner(page).getByText('Reproduced: same data, same engine, identical to the last bit').waitFor();
    });
  });
});

describe('a slider', () => {
  it('does not fill the history while it is dragged', () =>
    withPage('#src=example&view=benchmark', async ({ page }) => {
      await page.getByText('Accuracy per subdomain').waitFor();
      const before = await page.evaluate(() => history.length);
      const slider = page.getByRole('slider', { name: /Bandwidth/ });
      const box = await slider.boundingBox();
      if (!box) throw new Error('no slider');
      await page.mouse.move(box.x + 20, box.y + box.height / 2);
      await page.mouse.down();
      for (let step = 1; step <= 25; ++step)
        await page.mouse.move(box.x + 20 + step * 3, box.y + box.height / 2);
      await page.mouse.up();
      await page.waitForFunction(() => /[#&]b=/.test(location.hash));
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 1);
    }));
});

describe('access', () => {
  it.each([false, true])(
    'dialogue, banner and the list of files have no serious violation (dark = %s)',
    async (dark) => {
      const link = await remoteLink();
      const wrong = otherDigest(link.replace('items:60', 'items:61')).replace('&engine', '&theta=3&engine');
      const file = `#file=a.csv&bytes=${first.length}&sha256=${'a'.repeat(64)}`;
      for (const width of [1440, 390]) {
        const visited = await visit(host, { dark, width });
        const session = await visited.context.newCDPSession(visited.page);
        await session.send('Page.setBypassCSP', { enabled: true });
        const { page } = visited;
        await page.goto(host.address + wrong);
        await page.reload();
        await page.getByRole('alertdialog').waitFor();
        expect(await seriousViolations(page)).toEqual([]);
        await load(page);
        await banner(page)
          .getByText(/Not reproduced/)
          .waitFor();
        await banner(page).getByText('Details', { exact: true }).click();
        expect(await seriousViolations(page)).toEqual([]);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(sideways).toBeLessThanOrEqual(0);
        await share(page);
        await linkField(page).waitFor();
        expect(await seriousViolations(page)).toEqual([]);
        await page.goto(host.address + file);
        await page.reload();
        await page.getByText('It lies on a disk').or(page.getByText('They lie on a disk')).waitFor();
        expect(await seriousViolations(page)).toEqual([]);
        await visited.context.close();
      }
    },
  );
});

describe('another browser', () => {
  it.skipIf(!existsSync(firefox))(
    'finds the same to the last bit: made in Chromium, opened in Firefox',
    async () => {
      let link = '';
      await withPage('#src=example&view=benchmark', async ({ page }) => {
        await page.getByText('Accuracy per subdomain').waitFor();
        link = await sharedLink(page);
      });
      const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true });
      try {
        const page = await browser.newPage();
        await page.goto(link);
        await page.waitForFunction(
          () => /Reproduced|Not|changed/.test(document.querySelector('.reproduction')?.textContent ?? ''),
          { timeout: 60_000 },
        );
        const text = await page.evaluate(() => document.querySelector('.reproduction')?.textContent);
        expect(text).toContain('Reproduced: same data, same engine, identical to the last bit');
        // Closed to other hosts here too.
        const outcome = await page.evaluate(() =>
          fetch('https://localhost:9/leak').then(
            () => 'sent',
            (error) => String(error),
          ),
        );
        expect(outcome).not.toBe('sent');
      } finally {
        await browser.close();
      }
    },
  );
});

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'

import { isOwnerPath } from '#lib/routes/owner-paths.ts'
import { ALL_ROUTES } from '#lib/routes/shop-routes.ts'
import { offlineWorker } from './offline-worker.ts'

const SITE = 'https://ourtee.example'

type Asked = { readonly path: string; readonly mode?: string; readonly method?: string }
const waitUntil = () => {}

type Listener = (event: object) => void

/** Runs the worker's text as a browser does, with the names that a worker has and this test gives; it keeps nothing, for there is no store. */
function started(text: string, network: () => Promise<Response>) {
  const listeners = new Map<string, Listener>()
  const done: string[] = []
  const self = {
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: () => done.push('skipWaiting'),
    registration: { unregister: async () => done.push('unregister') },
  }
  runInContext(text, createContext({ self, fetch: network, Response, URL }))
  return {
    done,
    tell: (name: string) => listeners.get(name)?.({ waitUntil }),
    /** What the worker answers, or undefined if it leaves the browser alone. */
    ask: async ({ path, mode = 'navigate', method = 'GET' }: Asked) => {
      let answer: Promise<Response> | undefined
      const request = { url: SITE + path, mode, method }
      const respondWith = (given: Promise<Response>) => {
        answer = given
      }
      listeners.get('fetch')?.({ request, respondWith })
      return answer
    },
  }
}

const away = () => Promise.reject(new TypeError('Failed to fetch'))
const shop = async () => new Response('the shop')

test('a page that cannot be fetched is replaced by one of the shop that says what is kept', async () => {
  const answer = await started(offlineWorker(true), away).ask({ path: '/product/otr-001' })
  assert.equal(answer?.status, 503)
  const html = await answer.text()
  assert.match(html, /放進購物車的東西都還留在這個瀏覽器裡。/)
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const tag of ['style', 'script']) {
    const [, inside = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(html) ?? []
    const hash = createHash('sha256').update(inside).digest('base64')
    assert.ok(policy.includes(`${tag}-src 'sha256-${hash}'`), tag)
  }
  assert.match(policy, /^default-src 'none';/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
})

test('what the shop answers is passed on as it is', async () => {
  const { ask } = started(offlineWorker(true), shop)
  assert.equal(await (await ask({ path: '/cart' }))?.text(), 'the shop')
})

test('the worker leaves alone money, the owner, calls and files', async () => {
  const { ask } = started(offlineWorker(true), away)
  const notKept = ALL_ROUTES.filter(
    ([path, { who }]) => /^(?:owner|staff|signed)$/.test(who) || /^\/(?:checkout|api)\b/.test(path),
  )
  assert.ok(notKept.some(([path]) => path.startsWith('/checkout/line-pay')))
  assert.ok(notKept.some(([path]) => isOwnerPath(path)))
  for (const [path] of notKept) {
    assert.equal(await ask({ path: path.replaceAll(/\[[.\w]+\]/g, 'a') }), undefined, path)
  }
  assert.equal(await ask({ path: '/cart', method: 'POST' }), undefined)
  assert.equal(await ask({ path: '/images/a.jpg', mode: 'no-cors' }), undefined)
  assert.equal(await ask({ path: '/__/auth/handler' }), undefined)
})

test('a shop that has switched it off sends a worker that takes itself away', async () => {
  const { ask, tell, done } = started(offlineWorker(false), away)
  tell('install')
  tell('activate')
  assert.deepEqual(done, ['skipWaiting', 'unregister'])
  assert.equal(await ask({ path: '/' }), undefined)
})

/** Runs the script of the page as a browser does, until it loads itself anew; returns the pauses that it made. */
async function pausesOf(script: string, storage: Map<string, string>, answers: () => boolean) {
  const pauses: number[] = []
  const due: (() => Promise<void>)[] = []
  const asked: unknown[] = []
  let loads = 0
  const names = {
    document: {
      visibilityState: 'visible',
      getElementById: () => ({}),
      addEventListener: () => {},
    },
    navigator: { onLine: true },
    localStorage: { getItem: () => null },
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, text: string) => storage.set(key, text),
    },
    location: {
      href: `${SITE}/blog`,
      pathname: '/blog',
      reload: () => (loads += 1),
    },
    addEventListener: () => {},
    clearTimeout: () => {},
    setTimeout: (work: () => Promise<void>, pause: number) => {
      pauses.push(pause)
      due.push(work)
    },
    fetch: async (address: unknown) => {
      asked.push(address)
      if (!answers()) throw new TypeError('Failed to fetch')
      return new Response(null, { status: 200 })
    },
  }
  runInContext(script, createContext(names))
  for (let round = 0; round < 20; round += 1) if (loads === 0) await due.shift()?.()
  return { pauses, asked, loads }
}

async function scriptOfPage(): Promise<string> {
  const answer = await started(offlineWorker(true), away).ask({ path: '/blog' })
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec((await answer?.text()) ?? '') ?? []
  return script
}

test('the page asks for its own address, less and less often', async () => {
  const { pauses, asked, loads } = await pausesOf(await scriptOfPage(), new Map(), () => false)
  assert.deepEqual([pauses[0], Math.max(...pauses), loads], [5000, 60_000, 0])
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  )
  assert.deepEqual([...new Set(asked)], [`${SITE}/blog`])
})

test('its pause goes on growing over a load that brings the same page again', async () => {
  const script = await scriptOfPage()
  const storage = new Map<string, string>()
  const first: number[] = []
  for (let load = 0; load < 8; load += 1) {
    const { pauses, loads } = await pausesOf(script, storage, () => true)
    assert.equal(loads, 1)
    first.push(pauses[0] ?? 0)
  }
  assert.deepEqual([first[0], first.at(-1)], [5000, 60_000])
  assert.deepEqual(
    first,
    first.toSorted((a, b) => a - b),
  )
})

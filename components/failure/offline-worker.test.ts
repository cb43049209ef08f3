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
    /** What the worker answers; undefined where it leaves the browser alone. */
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

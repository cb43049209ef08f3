import type { BrowserContext, Page } from 'playwright/test'

const SCRIPTS = 'https://apis.google.com/_/scs/'

// As Google's does, it makes Trusted Types policies of these names and loads its parts by them.
const LOADER = String.raw`(() => {
  const rules = { createHTML: (text) => text, createScriptURL: (text) => text }
  const policy = window.trustedTypes?.createPolicy('gapi#gapi', rules) ?? rules
  const load = (_, o) => {
    const script = document.createElement('script')
    script.src = policy.createScriptURL('${SCRIPTS}abc-static/_/js/m=gapi_iframes')
    script.onload = () => (o.callback ?? o)()
    document.head.append(script)
  }
  window.gapi = { load }
  const cb = new URL(document.currentScript.src).searchParams.get('onload')
  if (cb) window[cb](); else window.gapi_onload?.()
})()`

// The calls of gapi.iframes that firebase/auth (in the page) and the emulator's iframe make, without Google.
const IFRAMES = String.raw`(() => {
  window.trustedTypes?.createPolicy('goog#html', { createHTML: (text) => text })
  const TAG = '__gapiStub'
  const channel = (target) => {
    const handlers = {}, early = {}, waiting = {}; let n = 0
    const answer = async (m) => target().postMessage({ [TAG]: 1, re: m.id, result: await handlers[m.name](m.data) }, '*')
    window.addEventListener('message', (e) => {
      if (e.source !== target() || !e.data || !e.data[TAG]) return
      const m = e.data
      if (m.re !== undefined) { const cb = waiting[m.re]; delete waiting[m.re]; try { cb && cb([m.result]) } catch {} return }
      if (handlers[m.name]) answer(m); else (early[m.name] ||= []).push(m)
    })
    return {
      register(name, fn) { handlers[name] = fn; (early[name] || []).splice(0).forEach(answer) },
      send(name, data, cb) { const id = TAG + n++; waiting[id] = cb; target().postMessage({ [TAG]: 1, id, name, data }, '*') },
      restyle: async () => {},
    }
  }
  const context = {
    open(o, cb) {
      const f = Object.assign(document.createElement('iframe'), { src: o.url })
      Object.assign(f.style, o.attributes?.style); o.where.appendChild(f)
      const c = channel(() => f.contentWindow)
      c.ping = () => new Promise((ok) => {
        const go = () => c.send('_ping', null, () => { clearInterval(t); ok() })
        const t = setInterval(go, 50); go() })
      return cb(c)
    },
    getParentIframe() { const c = channel(() => window.parent); c.register('_ping', () => 'pong'); return c },
  }
  window.gapi.iframes ??= { Iframe() {}, CROSS_ORIGIN_IFRAMES_FILTER: 'x', getContext: () => context }
})()`

/** Answers Google's script by a stand-in, so that the emulator's sign-in windows work without the internet. */
export async function standInForGoogle(context: BrowserContext): Promise<void> {
  const answers = { 'https://apis.google.com/js/api.js*': LOADER, [`${SCRIPTS}**`]: IFRAMES }
  for (const [url, body] of Object.entries(answers)) {
    await context.route(url, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  }
  for (const host of ['unpkg.com', 'fonts.googleapis.com']) {
    await context.route(`https://${host}/**`, (route) => route.abort())
  }
}

/** Opens a provider's window by a click. */
export async function openWindow(page: Page, click: () => Promise<void>): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await click()
  const popup = await opening
  await popup.waitForLoadState('domcontentloaded')
  return popup
}

/** Changes what the provider claims of its next new account; undefined leaves a claim out. */
export async function changeClaims(popup: Page, change: Record<string, unknown>): Promise<void> {
  const left = JSON.stringify(Object.keys(change).filter((name) => change[name] === undefined))
  await popup.evaluate(`(() => {
    const claimsOf = window.createFakeClaims
    window.createFakeClaims = (info) => {
      const claims = { ...JSON.parse(decodeURIComponent(claimsOf(info))), ...${JSON.stringify(change)} }
      for (const name of ${left}) delete claims[name]
      return encodeURIComponent(JSON.stringify(claims))
    }
  })()`)
}

/** Signs in, in the provider's window, to an account that the provider has not seen yet. */
export async function chooseNewAccount(popup: Page, email: string, name: string): Promise<void> {
  await popup.locator('#add-account-button').click()
  await popup.locator('#email-input').fill(email)
  await popup.locator('#display-name-input').fill(name)
  await popup.locator('#sign-in').click()
}

/** Signs in, in the provider's window, to an account that was used before. */
export async function chooseAccount(popup: Page, email: string): Promise<void> {
  await popup.locator('li.js-reuse-account', { hasText: email }).click()
}

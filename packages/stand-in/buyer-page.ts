import { randomBytes } from 'node:crypto'

import type { Answer } from './http.ts'

/** Text escaped for HTML and its attributes. */
export function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const style = `
:root{color-scheme:light;font-family:system-ui,"Noto Sans TC","PingFang TC","Microsoft JhengHei",sans-serif;line-height:1.6}
body{margin:0;background:#f4f5f7;color:#1d2430}
main{max-width:27rem;margin:0 auto;padding:1.25rem 1.25rem 2rem}
.local{background:#fff3c4;color:#4a3500;margin:0;padding:.6rem 1.25rem;text-align:center;font-weight:600}
h1{font-size:1.25rem;margin:.75rem 0}
dl{background:#fff;border-radius:.75rem;padding:1rem 1.25rem;margin:0 0 1rem;display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}
dt{color:#505a69}dd{margin:0;text-align:right;overflow-wrap:anywhere}.total{font-size:1.25rem;font-weight:700}
label{display:block;margin:.75rem 0 .25rem;font-weight:600}
input,select{box-sizing:border-box;width:100%;min-height:2.75rem;padding:.4rem .6rem;font:inherit;border:1px solid #6b7684;border-radius:.5rem;background:#fff;color:inherit}
button{width:100%;min-height:3rem;margin-top:.9rem;font:inherit;font-weight:700;border-radius:1.5rem;border:2px solid var(--accent);background:var(--accent);color:#fff;cursor:pointer}
button.plain{background:#fff;color:var(--accent)}
:focus-visible{outline:3px solid #ffc439;outline-offset:2px}
summary{cursor:pointer;margin-top:1rem}`

type PageFacts = { title: string; main: string; accent: string }

/** A page that a buyer sees at a stand-in; it says that no money moves. `accent` is the colour of its buttons. */
export function buyerPage({ title, main, accent }: PageFacts, nonce: string): string {
  return `<!doctype html>
<html lang="zh-Hant-TW"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escape(title)}</title><link rel="icon" href="data:,"><style nonce="${nonce}">:root{--accent:${accent}}${style}</style></head>
<body><header><p class="local">本機模擬付款，不會真的扣款</p></header><main>${main}</main></body></html>
`
}

/** A select with its values and labels. */
export function select(name: string, choices: readonly (readonly [string, string])[]): string {
  const options = choices.map(
    ([value, words]) => `<option value="${value}">${escape(words)}</option>`,
  )
  return `<select id="${name}" name="${name}">${options.join('')}</select>`
}

/** Sends a page with its own policy; forms may also post to `formTargets`. */
export function htmlReply(
  status: number,
  make: (nonce: string) => string,
  formTargets = '',
): Answer {
  const nonce = randomBytes(16).toString('base64')
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action 'self' ${formTargets}; base-uri 'none'; frame-ancestors 'none'`
  const headers = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
  return { status, body: make(nonce), type: 'text/html; charset=utf-8', headers }
}

import 'server-only'

import { BRAND, LANGUAGE } from '#lib/company/company.ts'
import { CONTACT_EMAIL } from '#lib/company/purchase-terms.ts'
import { COMPANY } from '#lib/company/trade.ts'
import { escapeHtml } from '#lib/mail/render-mail.ts'
import { type CopySection, copySections, type CustomerCopy, time } from './copy-sections.ts'

/** Whose data it is, when they were read, and whom to ask. */
export function copyHead({ email, uid, exportedAt }: CustomerCopy): readonly string[] {
  return [
    `這是 ${BRAND}（${COMPANY}）在 ${time(exportedAt)}（台北時間）保存的資料，屬於 ${email || uid}。`,
    `要更正、刪除，或對內容有疑問，請寫信到 ${CONTACT_EMAIL}。`,
  ]
}

/** The title of a copy. */
export const COPY_TITLE = '我們保存的您的資料'

const STYLE =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:16px/1.7 system-ui,sans-serif;color:#1d1b18;background:#fff}h1{font-size:1.5rem}h2{margin-top:2.5rem;font-size:1.25rem;border-bottom:1px solid #767068}h3{font-size:1rem;margin:1.5rem 0 .25rem}dl{display:grid;grid-template-columns:8em minmax(0,1fr);gap:.1rem 1rem;margin:.25rem 0 1rem}dt{color:#5c574f}dd{margin:0;white-space:pre-line;overflow-wrap:anywhere}@media(max-width:30rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}@media print{body{margin:0;max-width:none;font-size:10.5pt}h2,h3{break-after:avoid}}'

function sectionHtml({ title, entries }: CopySection): string {
  const html = entries.map(({ title: name, facts }) => {
    const rows = facts.map(([label, text]) => `<dt>${label}</dt><dd>${escapeHtml(text)}</dd>`)
    return `${name === '' ? '' : `<h3>${escapeHtml(name)}</h3>`}<dl>${rows.join('')}</dl>`
  })
  return `<section><h2>${title}</h2>${html.join('')}</section>`
}

/** The same as a file of its own, which any browser opens and prints without the shop. */
export function copyPage(copy: CustomerCopy): string {
  const head = copyHead(copy).map((line) => `<p>${escapeHtml(line)}</p>`)
  const sections = copySections(copy).map(sectionHtml)
  return `<!doctype html><html lang="${LANGUAGE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${COPY_TITLE}</title><style>${STYLE}</style></head>
<body><main><h1>${COPY_TITLE}</h1>${head.join('')}${sections.join('\n')}</main></body></html>
`
}

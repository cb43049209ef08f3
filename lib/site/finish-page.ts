import { createHash } from 'node:crypto'

import { LANGUAGE_SCRIPT } from './header-labels.ts'

/** A static page as it is sent: styles inside, and the policy that names its inline scripts. */
export type FinishedPage = {
  readonly html: string
  readonly policy: string
  /** Inline scripts that the policy does not name, since no page of the shop has such. A browser will not run them. */
  readonly unknown: readonly string[]
}

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)" data-precedence="[^"]*"\/>/g
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g
const DATA = /\btype="application\/ld\+json"/

// What Next writes into a page: data as one JSON text each, and the list of files to run.
const OPENING = '(self.__next_f=self.__next_f||[]).push([0])'
const FLIGHT = /^self\.__next_f\.push\((.*)\)$/s
const START =
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((.*)\);$/s

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// A script that only hands JSON to Next can do nothing else, whoever wrote the JSON.
function isKnown(script: string): boolean {
  if (script === OPENING || script === LANGUAGE_SCRIPT) return true
  const [, data] = FLIGHT.exec(script) ?? START.exec(script) ?? []
  return data !== undefined && isJson(data)
}

function inlineScripts(html: string): string[] {
  return [...html.matchAll(SCRIPT)]
    .filter(([, attributes = '']) => !/\ssrc="/.test(attributes) && !DATA.test(attributes))
    .map(([, , script = '']) => script)
}

const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

// React looks for a page's stylesheets before it loads one. It finds them here, and a disabled one is not loaded.
function inlineStyles(html: string, styleText: (path: string) => string | undefined): string {
  const links = [...html.matchAll(STYLESHEET)]
  const texts = links.map(([, path = '']) => styleText(path))
  const [first] = links
  // In part, they would come in another order.
  if (!first || texts.includes(undefined)) return html
  const waiting = html.replaceAll(STYLESHEET, (link) => link.replace('/>', ' disabled=""/>'))
  return `${html.slice(0, first.index)}<style>${texts.join('')}</style>${waiting.slice(first.index)}`
}

/**
 * What is done once to a static page when it is stored, so that no request pays for it. Its stylesheets are written into it
 * (`styleText` gives one's text, or nothing to leave the link as it is). The policy goes beside that of every page, which
 * says from where scripts may come: a browser obeys both, so this one says which inline scripts may run, and nothing else.
 */
export function finishPage(
  page: string,
  styleText: (path: string) => string | undefined,
): FinishedPage {
  const html = inlineStyles(page, styleText)
  const scripts = inlineScripts(html)
  const hashes = new Set(scripts.filter(isKnown).map(hashOf))
  return {
    html,
    policy: ['script-src http: https:', ...hashes].join(' '),
    unknown: scripts.filter((script) => !isKnown(script)),
  }
}

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Pointer and key actions, in the form that both WebDriver protocols take. */
export type HandMoves = readonly {
  readonly type: 'pointer' | 'key'
  readonly [field: string]: unknown
}[]

/** A browser with one visitor in it: the five things that both protocols can do. */
export type Engine = {
  /** Goes to an address and waits until the page is loaded. */
  readonly open: (url: string) => Promise<void>
  /** Evaluates an expression in the window and returns its text. */
  readonly evaluate: (expression: string) => Promise<string>
  readonly perform: (moves: HandMoves) => Promise<void>
  readonly windows: () => Promise<readonly string[]>
  readonly switchTo: (window: string) => Promise<void>
  readonly screenshot: () => Promise<Buffer>
  /** Console errors since the start; empty if the protocol reports none. */
  readonly complaints: () => readonly string[]
  /** Closes the browser and its processes. */
  readonly close: () => Promise<void>
}

export const ENGINES = ['webkit', 'firefox'] as const

export type EngineName = (typeof ENGINES)[number]

const MINI_BROWSERS = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
)

/** The small browser that comes with WebKitGTK. */
export const MINI_BROWSER = MINI_BROWSERS.find(existsSync) ?? 'MiniBrowser'

const NEEDED = {
  webkit: ['WebKitWebDriver', MINI_BROWSER, 'Xvfb', 'openbox'],
  firefox: ['firefox-esr'],
} as const

const PACKAGES = {
  webkit: 'webkit2gtk-driver xvfb openbox',
  firefox: 'firefox-esr',
} as const

function isThere(program: string): boolean {
  if (program.startsWith('/')) return existsSync(program)
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, program)))
}

/** Why an engine can't be tried on this machine, and what to install, or undefined when it can. */
export function missing(engine: EngineName): string | undefined {
  const gone = NEEDED[engine].filter((program) => !isThere(program))
  if (gone.length === 0) return undefined
  return `NOT TRIED IN ${engine.toUpperCase()}: ${gone.join(', ')} are missing (Debian: apt-get install --no-install-recommends ${PACKAGES[engine]}).`
}

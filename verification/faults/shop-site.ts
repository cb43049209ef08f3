import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { FIXTURE_BUILD, FIXTURE_CONTENT } from '../../e2e/support/fixture-content.ts'
import { CALL_TIMEOUT } from '../../e2e/support/time-limits.ts'
import { buildWhenStale } from '../../local/build.ts'
import { SWEEP_SECRET } from '../../local/environment.ts'
import type { RunningProcess } from '../../local/process.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** The content that the build has copied, and that its server reads. */
const COPY = `${FIXTURE_BUILD}/content`

async function linkAll(from: string, to: string, but: readonly string[]): Promise<void> {
  await mkdir(to)
  for (const name of await readdir(from)) {
    if (!but.includes(name)) await symlink(join(from, name), join(to, name))
  }
}

/** Copies the built shop into `data` with its own texts, prices and stock. Returns the folder. */
export async function siteOf(data: string): Promise<string> {
  const site = join(data, 'site')
  await linkAll(ROOT, site, ['.git', '.local', 'e2e', FIXTURE_BUILD])
  buildWhenStale()
  await linkAll(join(ROOT, FIXTURE_BUILD), join(site, FIXTURE_BUILD), ['content'])
  for (const folder of [FIXTURE_CONTENT, COPY]) {
    await cp(join(ROOT, FIXTURE_CONTENT), join(site, folder), { recursive: true })
  }
  return site
}

/** A whole number in a product's file. */
export type Figure = {
  readonly product: string
  readonly field: 'price' | 'stock'
  readonly value: number
}

/** Has such a copy built with another figure of a product. A shop reads it when it starts. */
export async function setFigure(site: string, { product, field, value }: Figure): Promise<void> {
  const file = join(site, COPY, 'products', `${product}.md`)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(new RegExp(`^${field}: \\d+$`, 'm'), `${field}: ${value}`))
}

/** A running instance of the shop. */
export type Instance = { readonly address: string; readonly process: RunningProcess }

/** Result of a sweep. */
export type Swept = {
  readonly looked: number
  readonly moved: number
  readonly failed: number
  readonly unreadable: number
}

/** Calls a shop's sweep as a scheduler does, with the laptop's secret or another; throws unless it answers 200. */
export async function sweep(shop: string, secret = SWEEP_SECRET): Promise<Swept> {
  const response = await fetch(new URL('/api/sweep', shop), {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(CALL_TIMEOUT),
  })
  if (!response.ok) throw new Error(`The sweep answered ${response.status}`)
  const { looked, moved, failed, unreadable }: Record<string, number> = await response.json()
  return {
    looked: Number(looked),
    moved: Number(moved),
    failed: Number(failed),
    unreadable: Number(unreadable),
  }
}

/** Further options of some parts, by their names. */
export type Options = Readonly<Record<string, readonly string[]>>

/** Options of stand-ins as far away, in milliseconds, as Firestore and PayPal are in production. */
export const FAR = {
  firestore: ['--read-ms', '10', '--commit-ms', '40'],
  paypal: ['--answer-ms', '400'],
} as const

/** The options of the stand-ins: every order of a run takes an invoice number. */
export function optionsOf(
  firestore: readonly string[],
  guard: string,
  paypal: readonly string[] = [],
): Options {
  return {
    firestore,
    paypal: ['--invoice-guard', guard, ...paypal],
    ecpay: ['--invoice-numbers', '100000'],
  }
}

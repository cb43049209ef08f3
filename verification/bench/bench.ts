import { parseArgs } from 'node:util'

import type { Browser } from 'playwright'

import startShop from '../../e2e/support/start-shop.ts'
import { drop } from './drop.ts'
import { front } from './front.ts'
import { growth } from './growth.ts'
import { memory, oddCookies, rates } from './load.ts'
import { orderNumbers } from './order-numbers.ts'
import { paints, shifts } from './paint.ts'
import { launch } from './phone.ts'
import { presses } from './press.ts'
import { purchaseSizes } from './purchase-sizes.ts'
import { type Row, table } from './row.ts'
import { rush } from './rush.ts'
import { type Sites, startFloors } from './sites.ts'
import { bareScript, sizes } from './sizes.ts'

type Measure = (browser: Browser, sites: Sites, numbers: readonly number[]) => Promise<Row[]>

const PARTS: ReadonlyMap<string, Measure> = new Map([
  ['sizes', async (browser, sites) => sizes(browser, sites, await bareScript(browser, sites.bare))],
  [
    'purchase-sizes',
    async (browser, { shop, bare }) =>
      purchaseSizes(browser, shop, await bareScript(browser, bare)),
  ],
  ['paint', paints],
  ['shifts', shifts],
  ['press', presses],
  ['rates', rates],
  ['memory', memory],
])

// Measured by name alone: nginx must be there, or thousands of requests are sent.
const NAMED: ReadonlyMap<string, Measure> = new Map([
  ['front', front],
  ['odd-cookies', oddCookies],
])

// Measures that start their own shop and take numbers.
const ALONE: ReadonlyMap<string, (numbers: readonly number[]) => Promise<Row[]>> = new Map([
  ['growth', growth],
  ['drop', drop],
  ['rush', rush],
  ['order-numbers', orderNumbers],
])

const { positionals } = parseArgs({ allowPositionals: true })
const isNumber = (text: string) => /^\d+$/.test(text)
const named = positionals.filter((text) => !isNumber(text))
const numbers = positionals.filter(isNumber).map(Number)
const chosen = named.length > 0 ? named : [...PARTS.keys()]
const known = [...PARTS.keys(), ...NAMED.keys(), ...ALONE.keys()]

async function measureAll(sites: Sites): Promise<Row[]> {
  const rows: Row[] = []
  for (const name of chosen) {
    const measure = PARTS.get(name) ?? NAMED.get(name)
    if (!measure) throw new Error(`No part ${name} here; there are ${known.join(', ')}.`)
    console.log(`Measuring ${name} …`)
    const browser = await launch()
    try {
      const measured = await measure(browser, sites, numbers)
      rows.push(...measured)
    } finally {
      await browser.close()
    }
  }
  return rows
}

async function measureBesideFloors(): Promise<Row[]> {
  const stopShop = await startShop()
  try {
    const { sites, stop } = await startFloors()
    try {
      return await measureAll(sites)
    } finally {
      await stop()
    }
  } finally {
    await stopShop()
  }
}

const [first = ''] = chosen
const alone = ALONE.get(first)
const rows = alone ? await alone(numbers) : await measureBesideFloors()
console.log(`\n${table(rows)}`)
process.exitCode = rows.every(({ isKept }) => isKept) ? 0 : 1

import { readFileSync } from 'node:fs'

import type { Locator, Page } from 'playwright/test'

import { expect } from '../shop.ts'
import { sheetPage } from './owner.ts'

/** Taps and entries of each action, as docs/owner.zh-Hant.md lists them. */
export function documentedTaps(): Readonly<Record<string, string>> {
  const text = readFileSync('docs/owner.zh-Hant.md', 'utf8').split('## 要按幾下\n')[1] ?? ''
  const rows = text.split('\n## ')[0]?.matchAll(/^\| ([^|]+?) +\| (\d+) +\| (\d+) +\|$/gm) ?? []
  return Object.fromEntries(
    [...rows].map(([, deed = '', taps, typed]) => [deed, `${taps}/${typed}`]),
  )
}

/** The owner's hand on a page: counts taps, and fields that are typed or chosen. */
export function ownerHand(page: Page) {
  const counted: Record<string, string> = {}
  let [taps, entries] = [0, 0]
  const sheet = sheetPage(page)
  const tap = async (what: Pick<Locator, 'click'>) => {
    taps += 1
    await what.click()
  }
  return {
    counted,
    tap,
    unfold: (title: string) => tap(sheet.panel(title).locator('summary')),
    press: (name: string) => tap(page.getByRole('button', { name, exact: true })),
    follow: (name: string | RegExp) => tap(page.getByRole('link', { name }).first()),
    type: async (field: Locator, text: string) => {
      entries += 1
      await field.fill(text)
    },
    fill: async (label: string, text: string) => {
      entries += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    enter: async (panel: string, label: string, text: string) => {
      entries += 1
      await sheet.panel(panel).getByLabel(label, { exact: true }).fill(text)
    },
    pick: async (panel: string, label: string, option: string) => {
      entries += 1
      await sheet.panel(panel).getByLabel(label, { exact: true }).selectOption(option)
    },
    /** Waits for the outcome, notes what the action took, and opens the page anew as on another day. */
    finish: async (deed: string, outcome: string | RegExp) => {
      await expect(page.getByText(outcome).first()).toBeVisible()
      await page.reload()
      counted[deed] = `${taps}/${entries}`
      taps = 0
      entries = 0
    },
  }
}

/** Counts what an owner presses and types. */
export type Hand = ReturnType<typeof ownerHand>

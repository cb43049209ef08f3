import { type ShopEvent, type Told, type ToldGoods, toldOf } from '#lib/consent/shop-events.ts'

import { consentStore } from './consent-store.ts'

type Send = (name: ShopEvent, told: Told) => void

/** The most events that wait for a script that is still loading. */
const MOST_WAITING = 20

let send: Send | undefined
let waiting: (readonly [name: ShopEvent, told: Told])[] = []

/**
 * Tells analytics what a visitor does, where the visitor allows it; without consent nothing is kept for later. What
 * happens while the script loads waits for it in this page.
 */
export function tellEvent(name: ShopEvent, goods: readonly ToldGoods[]): void {
  if (!isAllowed()) return
  const told = toldOf(goods)
  if (send) send(name, told)
  else if (waiting.length < MOST_WAITING) waiting.push([name, told])
}

/** Sends by a script that has come, first what waited for it. */
export function sendBy(script: Send): void {
  send = script
  const told = waiting
  waiting = []
  for (const [name, words] of told) script(name, words)
}

const isAllowed = () => consentStore.read().choice?.analytics === true

// Consent was taken back: nothing that waits is sent.
consentStore.subscribe(() => {
  if (!isAllowed()) waiting = []
})

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'

const HOOKS = new URL('hooks.ts', import.meta.url).href
const RUN = join(import.meta.dirname, 'run.ts')

/** In seconds: a removed rule is found sooner, or it is not found. */
const MOST = { rule: 90, whole: 400 } as const

async function model(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', HOOKS, RUN, ...words],
    { env: { ...process.env, ...env } },
  )
  const [out, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { status: Number(status), said: out + errors }
}

/** Removed rules that the search must detect, and where. */
const RULES = [
  ['approval', 'late webhooks', /captured after a refusal without a newer approval/],
  ['event', 'late webhooks', /captured after a refusal without a newer approval/],
  ['event-at', 'a provider a minute ahead', /captured after a refusal without a newer approval/],
  ['claim', 'one press of a refund sent twice', /knows 1 refunds of its own, not 2/],
  ['lock', 'two tabs at once', /captured twice|attempts under way/],
  ['press', 'the owner gives money back, twice', /gave back twice for one press/],
  ['silence', 'without keys: a repeated request', /LP1 was confirmed for/],
  [
    'looks',
    'without keys: the owner gives money back, twice pressed',
    /knows 1 refunds of its own, not 2/,
  ],
  [
    'sent-before',
    'a charge that was closed: given back, not listed',
    /gave back twice for one press|knows 1 refunds of its own, not 2/,
  ],
  ['restock', 'the owner gives money back, twice', /keeps its pieces/],
  ['pieces', 'holds that lapse', /2 pieces are sold of 1/],
  ['retake', 'holds that lapse', /was captured without its pieces/],
  ['holding', 'a refused payment, holds that lapse', /was captured without its pieces/],
  ['join', 'a double press', /two attempts by one button/],
  ['one-dispute', 'two disputes about one payment', /is won, and not known so/],
  ['taken-pieces', 'an ended order is paid', /2 pieces are sold of 1/],
  ['number', 'parcels: two owners book at once', /the shop does not know/],
  [
    'same-number',
    'parcels: two owners book at once',
    /two live parcels|2 parcels are on their way/,
  ],
  ['right-to-ship', 'parcels: booked while', /a parcel of an order that is fully-refunded/],
  ['parcel-back', 'parcels: two sweeps and a push while one goes', /went back to booked/],
  ['wish', 'invoices: two sweeps at once, with', /without the wish for an invoice/],
  ['key', 'invoices: two sweeps at once, with', /2 invoices of one order/],
  ['paper-look', 'invoices: two parts go back, with', /80 back, another sum on paper/],
  ['late-void', 'invoices: given back around', /the alarm paper-refused/],
  ['manual-paper', 'the money of a manual order', /\d+ back, another sum on paper/],
  ['manual-press', 'the money of a manual order', /gave back twice for one press/],
  ['shipping-mail', 'a shipping is taken back', /was taken back after its mail/],
  ['exchange-money', 'two owners answer an exchange', /was exchanged without its money/],
  ['stale-rest', 'invoices: the rest goes back while', /the alarm unclear/],
  ['review-refund', 'while one owner gives one back', /rests with refund 1 under way/],
  ['own-number', 'invoices: an own number beside', /begun beside an own number/],
  ['two-looks', 'invoices: a refund on paper by clocks', /160 undone at the issuer/],
  ['two-missing', 'invoices: an own number by clocks', /another invoice than is known/],
  ['elsewhere', 'invoices: a paper by hand at the issuer', /never has done/],
  ['new-key', 'an issued one is corrected by two owners', /invoice/],
  ['own-invoice', 'corrected during two sweeps', /the alarm void-elsewhere/],
  ['own-buyer', 'corrected while it is issued', /the invoice is for/],
  ['code-uses', 'a code: cancelled by its member and by the owner', /orders use a code/],
  ['code-back', 'a code: cancelled by its member and by the owner', /the code is used/],
  ['code-late', 'a code: an ended order is paid', /the code is used/],
  ['watched', 'by number: cancelled around the transfer', /with a capture/],
  ['unseen', 'an owner undoes one that ECPay does not know', /records 1540 back, not 0/],
  ['moving', 'two owners undo one at once', /knows 2 refunds of its own, not 1/],
  ['unlisted', 'disputed in part', /records 80 back, not 780/],
] as const

/** Scenarios of which `npm test` searches smaller ones. */
const LARGER = [
  'the provider reviews, late and repeated webhooks',
  'a refused payment, holds that lapse',
  'at the cashier and at LINE Pay, both paid, with a lost answer and a sweep',
  'by number: an account and a code in two tabs',
  'by number: changed and confirmed again',
] as const

describe('the model of a payment', { concurrency: availableParallelism() }, () => {
  for (const scenario of LARGER) {
    test(`finds nothing wrong in any interleaving of "${scenario}" (rules 12, 41, 291, 308)`, async () => {
      const words = ['--scenario', scenario, '--seconds', String(MOST.whole)]
      const { status, said } = await model(words)
      assert.equal(status, 0, said)
      assert.match(said, /, whole,/)
    })
  }
  for (const [rule, scenario, wrong] of RULES) {
    test(`finds a counterexample without the rule "${rule}", and plays it again`, async () => {
      const out = join(mkdtempSync(join(tmpdir(), 'ourtee-')), 'counterexample.json')
      const env = { MODEL_WITHOUT: rule }
      const words = ['--scenario', scenario, '--seconds', String(MOST.rule), '--out', out]
      const { status, said } = await model(words, env)
      assert.equal(status, 1, said)
      assert.match(said, wrong)
      const [again, mended] = await Promise.all([
        model(['--replay', out], env),
        model(['--replay', out]),
      ])
      assert.equal(again.status, 1, again.said)
      assert.match(again.said, wrong)
      // With the rule restored, the same run ends well or is impossible.
      assert.doesNotMatch(mended.said, /^=>/m)
    })
  }
})

import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { withoutRule } from './functions.ts'
import { NAMED_MUTANTS } from './named.ts'
import { editsOf, withEdit } from './operators.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The code of money, orders and their adapters. */
const FILES = [
  'lib/order/payment/*.ts',
  'lib/order/*.ts',
  'lib/order/{events,invoice,parcel}/*.ts',
  'lib/owner/{books,discount-codes,edit-order,export-row,manual-sale,read-parcels,refund-order,sales,ship-orders,stall,unbooked}.ts',
  'lib/price/*.ts',
  'lib/offer/offer.ts',
  'lib/discount/discount.ts',
  'lib/{account,audit,discount,join,mail,owner,sweep}/*-store.ts',
  'lib/adapters/{ecpay,firestore,line-pay,paypal}/*.ts',
] as const

/** A changed file: what was changed, in words, and its whole source. */
export type Mutant = { readonly name: string; readonly file: string; readonly source: string }

export function sourceOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

function namedMutants(): readonly Mutant[] {
  return NAMED_MUTANTS.map(([name, ...rule]) => ({ name, ...withoutRule(rule) }))
}

function mutantsIn(file: string): readonly Mutant[] {
  const source = sourceOf(file)
  return editsOf(source).map((edit) => ({
    name: `${file} ${edit.name}: ${edit.text.trim()}`,
    file,
    source: withEdit(source, edit),
  }))
}

function isProduct(file: string): boolean {
  return !/\.(?:test|fixture|d)\.ts$/.test(file)
}

/** The unchanged file, to check the tests themselves. */
export function unchangedMutant(): Mutant {
  const [, name, rule] = NAMED_MUTANTS[0] ?? []
  if (name === undefined || rule === undefined) throw new Error('No rule is named')
  return { name: 'nothing', ...withoutRule([name, rule, rule]) }
}

// Chooses by name, so that a change elsewhere chooses the same ones.
function isChosen({ name }: Mutant, nth: number, first: number): boolean {
  const hash = createHash('sha256').update(name).digest().readUInt32BE()
  return hash % nth === first % nth
}

/** Returns all named rule mutants and one of `nth` operator mutants; `first` chooses others. */
export function chooseMutants(nth: number, first = 0): readonly Mutant[] {
  const files = globSync([...FILES], { cwd: ROOT })
    .filter(isProduct)
    .toSorted()
  const all = files.flatMap(mutantsIn)
  return [...namedMutants(), ...all.filter((mutant) => isChosen(mutant, nth, first))]
}

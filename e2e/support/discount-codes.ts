import { database } from './database.ts'

/** Terms of a code, as they are stored; what is not given is NT$100 off anything. */
export type StoredTerms = Readonly<Record<string, unknown>>

/** Stores a code of its own for a test, and returns it. */
export async function newCode(terms: StoredTerms = {}): Promise<string> {
  const code = `T${crypto.randomUUID().replaceAll('-', '').slice(0, 11).toUpperCase()}`
  const usual = {
    gives: 'amount',
    value: 100,
    from: 0,
    mostUses: 10,
    mostPerMember: 1,
    products: [],
    creators: [],
    note: '',
    isPaused: false,
    madeAt: '2026-11-01T00:00:00.000Z',
    madeBy: 'owner@shop.example',
  }
  await database()
    .doc(`discounts/${code}`)
    .set({ terms: { ...usual, ...terms } })
  return code
}

/** How often a code was used. */
export async function usesOf(code: string): Promise<number> {
  const uses: unknown = (await database().doc(`discounts/${code}`).get()).get('uses')
  return typeof uses === 'number' ? uses : 0
}

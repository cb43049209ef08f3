import 'server-only'

import type { TestContext } from 'node:test'

import { admin } from '#lib/adapters/firebase-auth/sessions.ts'
import { database, FieldValue } from '#lib/adapters/firestore/database.ts'
import { EMPTY_RECIPIENT } from '#lib/delivery/recipient.ts'
import { documentOf } from '#lib/order/apply.ts'
import { makeOrder } from '#lib/payment/orders.fixture.ts'
import { setLaptop } from '#lib/settings/laptop.fixture.ts'

/** Documents by their path, such as `users/ada`. */
type Documents = Map<string, object>

/** A member of the sign-in service; one from Facebook may have no e-mail. */
type User = { readonly uid: string; readonly email?: string; readonly emailVerified?: boolean }

const nameOf = (path: string) => path.slice(path.indexOf('/') + 1)

function valueAt(data: unknown, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    return entries.find(([key]) => key === name)?.[1]
  }, data)
}

function reference(documents: Documents, path: string) {
  const ref = {
    path,
    delete: async () => documents.delete(path),
    create: async (data: object) => documents.set(path, data),
    set: async (data: object, { merge = false }: { merge?: boolean } = {}) =>
      documents.set(path, merge ? { ...documents.get(path), ...data } : data),
    get: async () => ({
      id: nameOf(path),
      ref,
      exists: documents.has(path),
      data: () => documents.get(path),
      get: (field: string) => valueAt(documents.get(path), field),
    }),
  }
  return ref
}

type Reference = ReturnType<typeof reference>

const get = (ref: Reference) => ref.get()

/** A query; sorts by id, which is all that the callers need. */
type QueryFilter = {
  readonly accepts: (data: object) => boolean
  readonly after?: string
  readonly limit?: number
}

function isAccepted(value: unknown, operator: string, wanted: unknown): boolean {
  if (operator === '==' || operator === 'in') return [wanted].flat().includes(value)
  const [one, other] = [String(value), String(wanted)]
  if (value === undefined) return false
  if (operator === '<=') return one <= other
  return operator === '<' ? one < other : one > other
}

function query(documents: Documents, name: string, request: QueryFilter): object {
  const { accepts, after = '', limit = Number.POSITIVE_INFINITY } = request
  const isHere = ([path, data]: [string, object]) =>
    path.startsWith(`${name}/`) && nameOf(path) > after && accepts(data)
  const again = (change: Partial<QueryFilter>) => query(documents, name, { ...request, ...change })
  return {
    doc: (id: string) => reference(documents, `${name}/${id}`),
    where: (field: string, operator: string, value: unknown) =>
      again({
        accepts: (data) => accepts(data) && isAccepted(valueAt(data, field), operator, value),
      }),
    orderBy: () => again({}),
    limit: (max: number) => again({ limit: max }),
    startAfter: (id: string) => again({ after: id }),
    get: async () => {
      const paths = [...documents].filter(isHere).map(([path]) => path)
      const sorted = limit === Number.POSITIVE_INFINITY ? paths : paths.toSorted()
      const docs = sorted.slice(0, limit).map((path) => reference(documents, path).get())
      return { docs: await Promise.all(docs) }
    },
  }
}

const isGone = (value: unknown) => value instanceof FieldValue && value.isEqual(FieldValue.delete())

const set = (ref: Reference, data: object, options?: { merge?: boolean }) =>
  void ref.set(data, options)

function mockDatabase({ mock }: TestContext, documents: Documents): void {
  const db = database()
  const update = (ref: Reference, change: object) => {
    const fields = Object.entries({ ...documents.get(ref.path), ...change })
    documents.set(ref.path, Object.fromEntries(fields.filter(([, value]) => !isGone(value))))
  }
  mock.method(db, 'collection', (name: string) => query(documents, name, { accepts: () => true }))
  mock.method(db, 'getAll', (...refs: Reference[]) => Promise.all(refs.map(get)))
  const remove = (ref: Reference) => documents.delete(ref.path)
  mock.method(db, 'runTransaction', (work: (tx: object) => unknown) =>
    work({ get, update, set, delete: remove }),
  )
  mock.method(db, 'batch', () => {
    const writes: (() => unknown)[] = []
    return {
      delete: (ref: Reference) => writes.push(() => ref.delete()),
      create: (ref: Reference, data: object) => writes.push(() => ref.create(data)),
      set: (ref: Reference, data: object, options?: { merge?: boolean }) =>
        writes.push(() => ref.set(data, options)),
      commit: () => Promise.all(writes.map((write) => write())),
    }
  })
}

function mockSignIn({ mock }: TestContext, users: Map<string, User>): void {
  const findUser = async (isWanted: (user: User) => boolean) => {
    const user = [...users.values()].find(isWanted)
    if (user) return { emailVerified: true, ...user, metadata: {}, providerData: [] }
    throw Object.assign(new Error('none'), { code: 'auth/user-not-found' })
  }
  mock.method(admin(), 'getUser', (request: string) => findUser(({ uid }) => uid === request))
  mock.method(admin(), 'getUserByEmail', (request: string) =>
    findUser(({ email }) => email === request.toLowerCase()),
  )
  mock.method(admin(), 'deleteUser', async (uid: string) => users.delete(uid))
}

/** A shop in memory for one test: these members and documents, which its calls read and change. */
export function shopInMemory(
  t: TestContext,
  overrides: {
    readonly users?: readonly User[]
    readonly documents?: Readonly<Record<string, object>>
  },
) {
  setLaptop()
  const users = new Map(overrides.users?.map((user) => [user.uid, user]))
  const documents: Documents = new Map(Object.entries(overrides.documents ?? {}))
  mockDatabase(t, documents)
  mockSignIn(t, users)
  return { paths: () => [...documents.keys()], documents, users }
}

export const NOW = new Date('2027-01-10T00:00:00Z')

export const OWNER = { by: 'owner', at: NOW }

export const ADA = { uid: 'ada-0123456789-0123456789', email: 'ada@example.com' }

export const FACEBOOK = { uid: 'fb-0123456789-0123456789' }

/** The two requests of a member, as documents. */
export function requests({ uid, email = '' }: { uid: string; email?: string }) {
  const makeRequest = (kind: string) => ({
    uid,
    email,
    kind,
    requestedAt: '2027-01-01T00:00:00.000Z',
  })
  return {
    [`data_requests/${uid}-export`]: makeRequest('export'),
    [`data_requests/${uid}-erase`]: makeRequest('erase'),
  }
}

export const others = requests({ uid: 'eve-0123456789-0123456789' })

/** A cancelled order of a member, as a document. */
export function makeCancelled(id: string, { uid, email = '' }: { uid: string; email?: string }) {
  return { [`orders/${id}`]: documentOf(makeOrder({ id, uid, email, status: '已取消' })) }
}

export function facebookShop() {
  const own = {
    [`users/${FACEBOOK.uid}`]: { name: '小芳' },
    [`order_limits/${FACEBOOK.uid}`]: {},
    [`action_limits/${FACEBOOK.uid}`]: {},
    ...requests(FACEBOOK),
  }
  // Others without an e-mail: other members, and orders whose person is erased.
  const foreign = { ...makeCancelled('other', { uid: '' }), ...others }
  return { own, foreign, documents: { ...own, ...makeCancelled('own', FACEBOOK), ...foreign } }
}

/** Form data of an address, with a pending mail. */
export function forms(email: string) {
  const id = email.startsWith('ada') ? 'a'.repeat(32) : 'e'.repeat(32)
  const createdAt = '2027-01-09T00:00:00.000Z'
  const common = { email, keyHash: '', createdAt }
  return {
    [`applications/${id}`]: { ...common, name: '阿晴', link: '', words: '一片海' },
    [`stock_alerts/${id}`]: { ...common, product: 'shirt', size: 'M' },
    [`outbox/owner-joined-${id}`]: {},
    [`outbox/stock-alert-confirm-${id}-${Date.parse(createdAt)}`]: {},
  }
}

export const BOB = { uid: 'bob-0123456789-0123456789', email: 'bob@example.com' }

/** An order of Bob's that names Ada as its recipient. */
export function presentFor({ email }: { email: string }, status: '已取消' | '已付款') {
  const recipient = { ...EMPTY_RECIPIENT, lastName: '王', email, note: '給她的驚喜' }
  return {
    'orders/present': documentOf(makeOrder({ id: 'present', ...BOB, status, recipient })),
  }
}

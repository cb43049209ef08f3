import { ACTION_BYTES, FILE_METHODS, PAGE_METHODS, routeFinder, type Routes } from './route.ts'

const OWNERS = {
  who: 'owner',
  made: 'per-request',
  methods: PAGE_METHODS,
  body: ACTION_BYTES,
  policy: 'trusted-types',
  kept: 'never',
} as const
const STAFFS = { ...OWNERS, who: 'staff' } as const

/** Every page and handler of the owner's; staff have those that pack and ship (rule 798). */
export const OWNER_ROUTES = {
  '/owner': OWNERS,
  '/owner/orders': STAFFS,
  '/owner/order/[id]': STAFFS,
  '/owner/ship': STAFFS,
  '/owner/slips': STAFFS,
  '/owner/parcels': STAFFS,
  '/owner/labels': { ...STAFFS, postsToCarrier: true },
  '/owner/new': OWNERS,
  '/owner/sales': OWNERS,
  '/owner/customers': OWNERS,
  '/owner/customer': OWNERS,
  '/owner/stock': OWNERS,
  '/owner/date': OWNERS,
  '/owner/arrival': OWNERS,
  '/owner/content': OWNERS,
  '/owner/content/file': OWNERS,
  '/owner/books': OWNERS,
  '/owner/books/[kind]/[month]': { ...OWNERS, methods: FILE_METHODS, body: 0, policy: 'hashes' },
  '/owner/join': OWNERS,
  '/owner/audit': OWNERS,
  '/owner/proof': STAFFS,
  '/api/owner-picture': {
    ...OWNERS,
    methods: ['POST'],
    // A photograph: more than a telephone's camera makes.
    body: 25 * 1024 * 1024,
    policy: 'hashes',
    limit: 'owner',
  },
} as const satisfies Routes

/** The path of a route of the owner's, with its parameters in brackets. */
export type OwnerRoutePath = keyof typeof OWNER_ROUTES

/** The route of the owner's that answers a path; undefined where there is none. */
export const ownerRouteAt = routeFinder(OWNER_ROUTES)

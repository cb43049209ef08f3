import type { FullAccount } from '#lib/account/account.ts'
import { codeMember } from '#lib/discount/discount-store.ts'
import type { StoredCode } from '#lib/discount/discount.ts'
import type { OrderRequest } from '#lib/order/order-request.ts'
import { orderDocument } from '#lib/order/order-store.ts'
import type { Product } from '#lib/product/product.ts'
import type { Services } from './scenario.ts'
import { TOTAL } from './world.ts'

/** The product of which the model's orders have one unit each. */
export const PRODUCT = 'shirt'

const ACCOUNT: FullAccount = {
  uid: 'member',
  email: 'm@example.com',
  name: '',
  method: 'password',
  methods: ['password'],
  emailVerified: true,
  isOwner: false,
  isStaff: false,
  signedInAt: 0,
}

const SHIRT: Product = {
  id: PRODUCT,
  markdown: '',
  html: '',
  date: '2026-01-01',
  title: PRODUCT,
  subtitle: PRODUCT,
  preorder: false,
  price: TOTAL,
  currency: 'TWD',
  colors: [{ name: '白', value: '#ffffff' }],
  sizes: ['M', 'L'],
  stock: 1,
  image: { src: '/images/shirt.jpg', alt: PRODUCT },
  gallery: [],
  tags: [],
  category: PRODUCT,
  creator: PRODUCT,
  material: PRODUCT,
  care: [PRODUCT],
}

/** The discount code of the scenarios that have one: for one order at a time. */
export const CODE = 'MODEL'

/** A code with these uses. It takes off what the shirt costs more in these scenarios, so orders cost the same in all. */
export function storedCode(uses: Omit<StoredCode, 'terms'>): StoredCode {
  const days = { madeAt: '2026-01-01T00:00:00.000Z', madeBy: 'owner', isPaused: false, note: '' }
  const bounds = { from: 0, mostUses: 1, mostPerMember: 1, products: [], creators: [] }
  return { ...uses, terms: { code: CODE, gives: 'amount', value: REDUCTION, ...bounds, ...days } }
}

const REDUCTION = 100

/** The first order's use of the code. */
export const FIRST_USE = { code: CODE, member: codeMember(ACCOUNT).key }

let hasCode = false
let units = 1

/** Sets whether the shirt is sold with the code, which is then scarcer than its units, and how many of those there are. */
export function offerGoods({ code = false, shelf = false }: Services): void {
  hasCode = code
  units = shelf ? 3 : code ? 2 : 1
}

/** How many units there are. */
export const stock = () => units

/** The member and the products. */
export function catalogue() {
  const shirt = { ...SHIRT, price: hasCode ? TOTAL + REDUCTION : TOTAL, stock: stock() }
  return { account: ACCOUNT, products: [shirt], offers: [] }
}

const KEYS = {
  first: '11111111-1111-4111-8111-111111111111',
  second: '22222222-2222-4222-8222-222222222222',
  rival: '33333333-3333-4333-8333-333333333333',
} as const

/** The documents of the two confirmations of one checkout. */
export const FIRST = orderDocument(ACCOUNT.uid, KEYS.first)

/** Somebody else, who wants the same unit. */
export const RIVAL: FullAccount = { ...ACCOUNT, uid: 'rival' }

/** The order of somebody else. */
export function rivalOrder(): OrderRequest {
  return { ...confirmation(), key: KEYS.rival, replaces: [] }
}

/** The second confirmation of the checkout, which replaces the first. */
export function confirmation(): OrderRequest {
  return {
    key: KEYS.second,
    replaces: [KEYS.first],
    lines: [{ id: PRODUCT, color: '白', size: 'M', quantity: 1 }],
    displayedTotal: TOTAL,
    ...(hasCode ? { code: CODE } : {}),
    shippingMethod: 'home',
    placeConfirmed: true,
    invoice: { kind: 'email' },
    recipient: {
      firstName: '芳',
      lastName: '王',
      phone: '0912345678',
      email: ACCOUNT.email,
      zipcode: '110',
      city: '臺北市',
      area: '信義區',
      address: '市府路 1 號',
      store: '',
      pickupName: '',
      note: '',
    },
  }
}

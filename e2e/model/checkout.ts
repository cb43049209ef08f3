import type { FullAccount } from '#lib/account/account.ts'
import type { OrderRequest } from '#lib/order/order.ts'
import { orderDocument } from '#lib/order/execute.ts'
import type { Product } from '#lib/product/product.ts'
import { TOTAL } from './world.ts'

/** The product of which the model's orders have one piece each, and how many pieces there are. */
export const PRODUCT = 'shirt'
export const STOCK = 1

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
  sizes: ['M'],
  stock: STOCK,
  image: { src: '/images/shirt.jpg', alt: PRODUCT },
  gallery: [],
  tags: [],
  category: PRODUCT,
  creator: PRODUCT,
  material: PRODUCT,
  care: [PRODUCT],
}

/** The member and the products. */
export const CATALOGUE = { account: ACCOUNT, products: [SHIRT] } as const

const KEYS = {
  first: '11111111-1111-4111-8111-111111111111',
  second: '22222222-2222-4222-8222-222222222222',
  rival: '33333333-3333-4333-8333-333333333333',
} as const

/** The documents of the two confirmations of one checkout. */
export const FIRST = orderDocument(ACCOUNT.uid, KEYS.first)

/** Somebody else, who wants the same piece. */
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
    shownTotal: TOTAL,
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

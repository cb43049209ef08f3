/** ECPay's published test accounts; the stand-in knows no others. */
export const LOGISTICS = {
  merchantId: '2000933',
  key: 'XBERn1YOvpM9nfZc',
  iv: 'h1ONHk4P4yqbl5LK',
} as const

export const INVOICE = {
  merchantId: '2000132',
  key: 'ejCk326UnaZWKisg',
  iv: 'q9jcZX8Ib9LM8wYk',
} as const

export const PAYMENT = {
  merchantId: '3002607',
  key: 'pwFHCqoQZGmho4w6',
  iv: 'EkRm7iFT261dpevs',
} as const

import type { ReactNode } from 'react'

import type { PaymentMethod } from '#lib/payment/methods.ts'

const CARD = 'M3.5 6.5h27v11h-27zM3.5 10h27'
const OUTLINED = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.4 } as const

// Drawn here: the providers' own logos need their permission. A plate in the provider's color, and a sign on it.
const MARKS: Readonly<Record<PaymentMethod, ReactNode>> = {
  'line-pay': (
    <>
      <rect width="34" height="24" rx="4" fill="#06c755" />
      <path
        d="M17 6c-4.6 0-7.6 2.5-7.6 5.6 0 2.8 2.5 5 6.1 5.5l.3 2 3.4-2.2c3.4-.6 5.4-2.8 5.4-5.3C24.6 8.5 21.6 6 17 6z"
        fill="#fff"
      />
    </>
  ),
  paypal: (
    <>
      <rect width="34" height="24" rx="4" fill="#003087" />
      <path
        d="M14.5 18.5V6h3.8a3.7 3.7 0 0 1 0 7.4h-3.8"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
      />
    </>
  ),
  card: <path d={CARD} {...OUTLINED} />,
  'ecpay-card': <path d={CARD} {...OUTLINED} />,
  atm: (
    <path d="M6 9l11-5 11 5zM9 11.5v6M14.3 11.5v6M19.7 11.5v6M25 11.5v6M6 20h22" {...OUTLINED} />
  ),
  cvs: (
    <path d="M6 5v14M9 5v14M11.5 5v14M15.5 5v14M18 5v14M22 5v14M25 5v14M28 5v14" {...OUTLINED} />
  ),
}

/** The mark of a payment method beside its name; decorative. */
export function MethodMark({ method }: { method: PaymentMethod }) {
  return (
    <svg viewBox="0 0 34 24" width={34} height={24} aria-hidden="true">
      {MARKS[method]}
    </svg>
  )
}

'use client'

import {
  PayPalButtons,
  PayPalScriptProvider,
  type ReactPayPalScriptOptions,
  usePayPalScriptReducer,
} from '@paypal/react-paypal-js'
import { useState } from 'react'

import type { PaymentMethod } from '#lib/payment/methods.ts'
import { PAYMENT_MESSAGES } from './messages.ts'
import { ScriptProblem } from './script-problem.tsx'
import type { PaymentFlow } from './use-payment.ts'

/** PayPal's script: client id, and the stand-in's address on a laptop. */
export type PaypalScript = { readonly clientId: string; readonly address?: string | undefined }

const STYLE = { layout: 'vertical', shape: 'rect', label: 'pay', height: 48 } as const

type Method = Extract<PaymentMethod, 'paypal' | 'card'>

function Buttons({
  method,
  flow,
  orderNumber,
  onRetry,
}: {
  method: Method
  flow: PaymentFlow
  orderNumber: string
  onRetry: () => void
}) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer()
  if (isRejected) return <ScriptProblem orderNumber={orderNumber} onRetry={onRetry} />
  return (
    <>
      {isPending ? <output>載入付款按鈕…</output> : null}
      <PayPalButtons
        style={STYLE}
        fundingSource={method}
        createOrder={() => flow.start(method)}
        onApprove={async ({ orderID }, { restart }) => {
          if (await flow.capture(orderID)) restart()
        }}
        onCancel={() => void flow.refresh(PAYMENT_MESSAGES.cancelled)}
        onError={flow.fail}
      >
        <ScriptProblem orderNumber={orderNumber} onRetry={onRetry} />
      </PayPalButtons>
    </>
  )
}

/** PayPal's button of one kind, PayPal or card; all of react-paypal-js stays in this file, for PayPal develops its successor. */
export function PaypalPaymentButton({
  method,
  script,
  flow,
  orderNumber,
}: {
  method: PaymentMethod
  script: PaypalScript
  flow: PaymentFlow
  orderNumber: string
}) {
  const [attempt, setAttempt] = useState(0)
  // One object for the life of the provider: a changed one would load the script a second time.
  const [options] = useState<ReactPayPalScriptOptions>(() => ({
    clientId: script.clientId,
    currency: 'TWD',
    locale: 'zh_TW',
    intent: 'capture',
    components: 'buttons',
    disableFunding: 'venmo,paylater',
    ...(script.address === undefined ? {} : { sdkBaseUrl: script.address }),
  }))
  return (
    <PayPalScriptProvider key={attempt} options={options}>
      <Buttons
        method={method === 'card' ? 'card' : 'paypal'}
        flow={flow}
        orderNumber={orderNumber}
        onRetry={() => setAttempt((n) => n + 1)}
      />
    </PayPalScriptProvider>
  )
}

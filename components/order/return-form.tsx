'use client'
import { type ComponentProps, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { lazyPart, useDisclosure } from '#components/ui/lazy-part.tsx'
import type { ReturnedUnits } from '#lib/order/return/return-record.ts'
import type { ReturnFailure } from '#lib/order/return/return-rules.ts'
import type { Size } from '#lib/product/sizes.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { RETURN_OFFER } from './messages.ts'
import styles from './order-detail.module.css'

/** The server action that asks for a return, passed by the page. */
export type RequestReturn = (input: {
  id: string
  items: ReturnedUnits[]
  reason: string
  contact: string
}) => Promise<Result<{ readonly state: 'requested' }, ReturnFailure | 'not-found'> | ActionFailure>

/** A line of the order, and how many of its units can be sent back. */
export type ReturnLine = {
  readonly name: string
  readonly size: Size
  readonly left: number
  /** The sizes in which it is made, and whether units of them can be sent now. */
  readonly sizes: readonly { readonly size: Size; readonly isOut: boolean }[]
}

// Few returns are asked for, so the form comes with the press.
const loadFields = () => import('./return-fields.tsx')
const ReturnFields = lazyPart(loadFields)

/** Asks for a return or an exchange: a button that opens the form. */
export function ReturnForm({
  until,
  ...form
}: Omit<ComponentProps<typeof ReturnFields>, 'onClose'> & { until: string | undefined }) {
  const { isOpen, open, close } = useDisclosure(loadFields)
  const [wasOpen, setWasOpen] = useState(false)
  return (
    <div className={styles.returnForm}>
      <p className={styles.soft}>
        {RETURN_OFFER}
        {until === undefined ? null : `申請期限：${until}。`}
      </p>
      {isOpen ? (
        <ReturnFields
          {...form}
          onClose={() => {
            setWasOpen(true)
            close()
          }}
        />
      ) : (
        <div className={styles.tools}>
          <Button ref={wasOpen ? focusOnAppearance : undefined} onClick={open}>
            申請退換貨
          </Button>
        </div>
      )}
    </div>
  )
}

'use client'

import { useState } from 'react'

import { TextField } from '#components/ui/field.tsx'
import {
  derivedParcelName,
  hasOwnParcelName,
  isParcelName,
  parcelName,
} from '#lib/delivery/parcel-recipient.ts'
import { parcelNameNotice, PICKUP_NAME_HINT } from './messages.ts'
import { recipientField, type RecipientForm } from './recipient-field.ts'
import styles from './recipient-fields.module.css'

/** The name that a chain prints, where it takes not all of the recipient's: what follows from it, until it is changed. */
function PickupName({ form }: { form: RecipientForm }) {
  const [isTyping, setTyping] = useState(false)
  const { pickupName } = form.value
  const name = parcelName(form.value)
  const isShown = hasOwnParcelName(form.value)
  return (
    <div className={styles.line}>
      <output>{isShown && isParcelName(name) ? parcelNameNotice(name) : ''}</output>
      {isShown ? (
        <TextField
          {...recipientField(form, 'pickupName')}
          ref={null}
          // An empty field stays empty while it is typed into.
          value={isTyping ? pickupName : pickupName || derivedParcelName(form.value)}
          hint={PICKUP_NAME_HINT}
          onBlur={() => setTyping(false)}
          onChange={({ target }) => {
            setTyping(true)
            form.onChange({ pickupName: target.value })
          }}
          autoComplete="off"
          maxLength={60}
        />
      ) : null}
    </div>
  )
}

/** Name, phone and e-mail of the recipient; a member's defaults have no e-mail. */
export function PersonFields({
  form,
  withEmail = true,
  isPrinted = false,
}: {
  form: RecipientForm
  withEmail?: boolean
  /** Whether the name is printed on a parcel by a chain, which may take less of it. */
  isPrinted?: boolean
}) {
  return (
    <div className={styles.pairs}>
      <TextField {...recipientField(form, 'lastName')} autoComplete="family-name" maxLength={60} />
      <TextField {...recipientField(form, 'firstName')} autoComplete="given-name" maxLength={60} />
      {isPrinted ? <PickupName form={form} /> : null}
      <div className={styles.line}>
        <TextField
          {...recipientField(form, 'phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={30}
        />
      </div>
      {withEmail ? (
        <div className={styles.line}>
          <TextField
            {...recipientField(form, 'email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
          />
        </div>
      ) : null}
    </div>
  )
}

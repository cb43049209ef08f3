'use client'

import { TextField } from '#components/ui/field.tsx'
import { STORE_CHAINS, storeFrom } from '#lib/delivery/recipient.ts'
import { pastedText } from '#lib/text/plain-text.ts'
import { CHAINS } from './chain-field.tsx'
import { recipientField, type RecipientForm } from './recipient-field.ts'
import styles from './recipient-fields.module.css'
import { storeChange } from './store-change.ts'

const LOOK_UP = (
  <>
    店號與名稱，填一項即可。不知道店號？
    {CHAINS.map((chain) => (
      <a
        key={chain}
        className={styles.lookUp}
        href={STORE_CHAINS[chain].search}
        target="_blank"
        rel="noopener"
      >
        查 {chain} 門市
      </a>
    ))}
  </>
)

export type TypedStore = { readonly form: RecipientForm; readonly optional?: boolean }

/** A store's number, and its name, by which a slip of the finger shows. */
export function TypedStoreFields({ form, optional = false }: TypedStore) {
  const store = storeFrom(form.value.store)
  const change = storeChange(form)
  return (
    <>
      <TextField
        {...recipientField(form, 'store')}
        ref={null}
        value={store.number}
        onChange={({ target }) =>
          change({ number: pastedText(target.value).replaceAll(/\D/g, '') })
        }
        optional={optional}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        aria-required={undefined}
        aria-describedby="store-look-up"
      />
      <p id="store-look-up" className={`${styles.whole} ${styles.hint}`}>
        {LOOK_UP}
      </p>
      <div className={styles.whole}>
        <TextField
          id="storeName"
          label="門市名稱"
          optional={optional}
          aria-describedby="store-look-up"
          value={store.name}
          onChange={({ target }) => change({ name: target.value })}
          autoComplete="off"
          maxLength={60}
        />
      </div>
    </>
  )
}

'use client'

import { SelectField, TextField } from '#components/ui/field.tsx'
import {
  type Store,
  STORE_CHAINS,
  type StoreChain,
  storeFrom,
  storeText,
} from '#lib/delivery/recipient.ts'

import { recipientField, type RecipientForm } from './recipient-fields.tsx'
import styles from './recipient-fields.module.css'

const CHAINS = Object.keys(STORE_CHAINS).filter((name): name is StoreChain => name in STORE_CHAINS)

const LOOK_UP = (
  <>
    不知道店號？
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

/** The chain of convenience stores that keeps the parcel. */
export function ChainField({
  value,
  onChange,
}: {
  value: StoreChain
  onChange: (chain: StoreChain) => void
}) {
  return (
    <SelectField
      id="storeChain"
      label="便利商店"
      value={value}
      onChange={({ target }) => onChange(CHAINS.find((chain) => chain === target.value) ?? value)}
    >
      {CHAINS.map((chain) => (
        <option key={chain} value={chain}>
          {chain}
        </option>
      ))}
    </SelectField>
  )
}

type TypedStore = { readonly form: RecipientForm; readonly optional?: boolean }

const storeChange = (form: RecipientForm) => (part: Partial<Store>) =>
  form.onChange({ store: storeText({ ...storeFrom(form.value.store), ...part }) })

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
          change({ number: target.value.normalize('NFKC').replaceAll(/\D/g, '') })
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
          optional
          value={store.name}
          onChange={({ target }) => change({ name: target.value })}
          autoComplete="off"
          maxLength={60}
        />
      </div>
    </>
  )
}

/** Which convenience store keeps the parcel, typed: its chain, its number and its name. */
export function StoreField({ form, optional = false }: TypedStore) {
  const { chain } = storeFrom(form.value.store)
  const change = storeChange(form)
  return (
    <div className={styles.pairs}>
      <ChainField value={chain} onChange={(next) => change({ chain: next })} />
      <TypedStoreFields form={form} optional={optional} />
    </div>
  )
}

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

/** Which convenience store keeps the parcel: its chain, its number, and its name, by which a slip of the finger shows. */
export function StoreField({
  form,
  optional = false,
}: {
  form: RecipientForm
  optional?: boolean
}) {
  const store = storeFrom(form.value.store)
  const change = (part: Partial<Store>) =>
    form.onChange({ store: storeText({ ...store, ...part }) })
  return (
    <div className={styles.pairs}>
      <SelectField
        id="storeChain"
        label="便利商店"
        value={store.chain}
        onChange={({ target }) =>
          change({ chain: CHAINS.find((chain) => chain === target.value) ?? store.chain })
        }
      >
        {CHAINS.map((chain) => (
          <option key={chain}>{chain}</option>
        ))}
      </SelectField>
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
      />
      <div className={styles.whole}>
        <TextField
          id="storeName"
          label="門市名稱"
          optional
          hint={LOOK_UP}
          value={store.name}
          onChange={({ target }) => change({ name: target.value })}
          autoComplete="off"
          maxLength={60}
        />
      </div>
    </div>
  )
}

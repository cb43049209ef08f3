'use client'

import { useState } from 'react'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { SelectField, TextField } from '#components/ui/field.tsx'
import {
  type City,
  districtsOf,
  isListedPlace,
  placeOf,
  zipcodeOf,
} from '#lib/delivery/districts.ts'
import {
  derivedParcelName,
  hasOwnParcelName,
  isParcelName,
  parcelName,
} from '#lib/delivery/parcel-recipient.ts'
import {
  type Recipient,
  RECIPIENT_LABELS,
  type RecipientField,
  type RecipientProblems,
  type Store,
  STORE_CHAINS,
  type StoreChain,
  storeFrom,
  storeText,
} from '#lib/delivery/recipient.ts'
import { fieldMessage, parcelNameNotice, PICKUP_NAME_HINT } from './messages.ts'
import styles from './recipient-fields.module.css'
import { pastedText } from '#lib/text/plain-text.ts'

/** Props of a part of the recipient form: values, problems, change handler. */
export type RecipientForm = {
  readonly value: Recipient
  readonly problems: RecipientProblems
  readonly onChange: (change: Partial<Recipient>) => void
  /** Whether fields other than the note are required; a member's defaults require none. */
  readonly isRequired?: boolean
}

type Field = { readonly value: string }

/** Props of one field; its id is its name in the recipient. `changed` defaults to the field alone. */
export function recipientField(
  form: RecipientForm,
  name: RecipientField,
  changed = (text: string): Partial<Recipient> => ({ [name]: text }),
) {
  const { value, problems, onChange, isRequired = false } = form
  const problem = problems[name]
  return {
    id: name,
    label: RECIPIENT_LABELS[name],
    value: value[name],
    'aria-required': (isRequired && name !== 'note') || undefined,
    error: problem && fieldMessage(name, problem),
    onChange: ({ target }: { readonly target: Field }) => onChange(changed(target.value)),
    // Text typed before hydration exists only in the DOM.
    ref: (field: Field | null) => {
      if (field && field.value !== value[name]) onChange(changed(field.value))
    },
  }
}

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

function Options({ names, kept }: { names: readonly string[]; kept: string }) {
  // A saved name that the list does not have stays choosable, so that nothing typed is lost.
  const all = kept === '' || names.includes(kept) ? names : [kept, ...names]
  // Address books write 台 for 臺, and fill in what they find as an option.
  const aliases = all
    .filter((name) => name.includes('臺'))
    .map((name) => name.replaceAll('臺', '台'))
  // The list of an iPhone shows hidden options too; there the postal code chooses the city.
  const hidesOptions = useBrowserValue(() => !CSS.supports('-webkit-touch-callout', 'none'), false)
  return (
    <>
      <option value="">請選擇</option>
      {all.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      {hidesOptions
        ? aliases.map((name) => (
            <option key={name} value={name} hidden>
              {name}
            </option>
          ))
        : null}
    </>
  )
}

// A zipcode that is typed chooses city and district, unless it is theirs already.
function changedZipcode(form: RecipientForm, cities: readonly City[], text: string) {
  const zipcode = pastedText(text).replaceAll(/\D/g, '')
  const place = zipcode.length < 3 ? undefined : placeOf(cities, zipcode)
  const isThere = isListedPlace(cities, { ...form.value, zipcode })
  return place === undefined || isThere ? { zipcode: text } : { ...place, zipcode: text }
}

/** Address fields: the zipcode fills city and district, and the other way round. */
export function AddressFields({ form, cities }: { form: RecipientForm; cities: readonly City[] }) {
  const { value } = form
  const districts = districtsOf(cities, value.city).map(({ name }) => name)
  return (
    <div className={styles.address}>
      <div className={styles.zipcode}>
        <TextField
          {...recipientField(form, 'zipcode', (text) => changedZipcode(form, cities, text))}
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={7}
        />
      </div>
      <SelectField
        {...recipientField(form, 'city', (name) => {
          const city = name.replaceAll('台', '臺')
          // An address book that writes the same city again leaves the district that the zipcode chose.
          return city === value.city ? { city } : { city, area: '', zipcode: '' }
        })}
        autoComplete="address-level1"
      >
        <Options names={cities.map(({ name }) => name)} kept={value.city} />
      </SelectField>
      <SelectField
        {...recipientField(form, 'area', (area) => ({
          area: area.replaceAll('台', '臺'),
          zipcode: zipcodeOf(cities, { ...value, area: area.replaceAll('台', '臺') }),
        }))}
        autoComplete="address-level2"
      >
        <Options names={districts} kept={value.area} />
      </SelectField>
      <div className={styles.whole}>
        <TextField
          {...recipientField(form, 'address')}
          autoComplete="street-address"
          maxLength={200}
        />
      </div>
    </div>
  )
}

const CHAINS = Object.keys(STORE_CHAINS).filter((name): name is StoreChain => name in STORE_CHAINS)

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

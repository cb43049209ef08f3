'use client'

import { SelectField, TextField } from '#components/ui/field.tsx'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import {
  type City,
  districtsOf,
  isListedPlace,
  placeOf,
  zipcodeOf,
} from '#lib/delivery/districts.ts'
import { pastedText } from '#lib/text/plain-text.ts'
import { recipientField, type RecipientForm } from './recipient-field.ts'
import styles from './recipient-fields.module.css'

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

'use client'
import { type Store, storeFrom, storeText } from '#lib/delivery/recipient.ts'
import type { RecipientForm } from './recipient-field.ts'

export const storeChange = (form: RecipientForm) => (part: Partial<Store>) =>
  form.onChange({ store: storeText({ ...storeFrom(form.value.store), ...part }) })

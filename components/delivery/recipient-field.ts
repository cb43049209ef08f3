'use client'

import {
  type Recipient,
  RECIPIENT_LABELS,
  type RecipientField,
  type RecipientProblems,
} from '#lib/delivery/recipient.ts'
import { fieldMessage } from './messages.ts'

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

'use server'
import { z } from 'zod'

import { memberAction } from '#app/shopper-action.ts'
import { settingsSchema } from '#lib/account/account.ts'
import { dataRequestKindSchema } from '#lib/account/data-request.ts'
import { saveSettings, signOutDevice, signOutEverywhere } from '#lib/account/session.ts'
import { COPY_FORMS } from '#lib/owner/copy-form.ts'
import { deleteAccount } from '#lib/privacy/delete-account.ts'
import { exportOwnCopy, requestData } from '#lib/privacy/request-data.ts'

/** Saves display name, contact phone and recipient defaults. */
export const saveSettingsAction = memberAction(settingsSchema, saveSettings, 'settings')

/** Deletes the member's own account; the argument is the ID token of a fresh sign-in to it. */
export const deleteAccountAction = memberAction(
  z.string().min(1).max(16_384),
  deleteAccount,
  'settings',
)

/** Asks the shop for a copy of the member's data, or to erase it. */
export const requestDataAction = memberAction(
  z.object({ kind: dataRequestKindSchema }),
  requestData,
  'settings',
)

/** Everything that the shop keeps about the member, as the text of a file. */
export const copyDataAction = memberAction(
  z.object({ form: z.enum(COPY_FORMS) }),
  exportOwnCopy,
  'settings',
)

export const signOutDeviceAction = memberAction(
  z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
  signOutDevice,
  'settings',
)

export const signOutEverywhereAction = memberAction(
  z.literal('everywhere'),
  signOutEverywhere,
  'settings',
)

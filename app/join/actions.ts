'use server'

import { visitorAction } from '#app/shopper-action.ts'
import { joinFieldsSchema, confirmApplication, sendApplication } from '#lib/join/application.ts'
import { mailedLinkSchema } from '#lib/mail/mailed-links.ts'

/** Stores what a creator wrote, and mails the link that proves the address. */
export const sendApplicationAction = visitorAction(
  joinFieldsSchema,
  (fields) => sendApplication(fields, new Date()),
  'join',
)

/** Confirms an application by the link that was mailed. */
export const confirmApplicationAction = visitorAction(
  mailedLinkSchema,
  (link) => confirmApplication(link, new Date()),
  'join',
)

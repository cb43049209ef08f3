'use server'

import { z } from 'zod'

import { visitorAction } from '#app/visitor-action.ts'
import { joinFieldsSchema } from '#lib/join/application.ts'
import { confirmApplication, sendApplication } from '#lib/join/send-application.ts'

const linkSchema = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  key: z.string().regex(/^[0-9a-f]{32}$/),
})

/** Stores what a creator wrote, and mails the link that proves the address. */
export const sendApplicationAction = visitorAction(
  joinFieldsSchema,
  (fields) => sendApplication(fields, new Date()),
  'join',
)

/** Confirms an application by the link that was mailed. */
export const confirmApplicationAction = visitorAction(
  linkSchema,
  (link) => confirmApplication(link, new Date()),
  'join',
)

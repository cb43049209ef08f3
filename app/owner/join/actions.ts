'use server'

import { z } from 'zod'

import { ownerAction } from '#app/owner-action.ts'
import { deleteApplication } from '#lib/join/application.ts'

const schema = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })

/** Deletes what somebody wrote on /join. */
export const deleteApplicationAction = ownerAction(schema, ({ id }) => deleteApplication(id))

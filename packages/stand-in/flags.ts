import { parseArgs } from 'node:util'

import { z } from 'zod'

/** The port that a server listens on; 0 takes a free one. */
export const portFlag = z.coerce.number().int().min(0).max(65_535)

/** Reads a command line by the shape of its flags; throws with the name of a wrong flag and the usage. */
export function readFlags<Flags extends z.ZodObject>(
  schema: Flags,
  usage: string,
  args?: string[],
): z.infer<Flags> {
  const names = Object.keys(schema.shape)
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const read = schema.safeParse(parseArgs({ options, ...(args ? { args } : {}) }).values)
  if (read.success) return read.data
  throw new Error(`${z.prettifyError(read.error)}\n${usage}`)
}

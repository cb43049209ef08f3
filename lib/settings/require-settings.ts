import 'server-only'

import { type Built, buildContradiction } from './validate.ts'
import { type Settings, settings, SettingsUnusable } from './env.ts'

function complaint(built: Built): string | undefined {
  try {
    return buildContradiction(settings(), built)
  } catch (error) {
    if (error instanceof SettingsUnusable) return error.message
    throw error
  }
}

/** The settings, once they hold. Ends the process with a sentence for each of its settings that is missing, malformed or contradictory, or one when the build is another deployment's: a server that started all the same would answer 500 to everything. */
export function requireSettings(built: Built): Settings {
  const sentence = complaint(built)
  if (sentence === undefined) return settings()
  process.stderr.write(`\n${sentence}\nEvery setting is described in .env.example.\n`)
  return process.exit(1)
}

import 'server-only'

import { type BuildFacts, buildContradiction } from './validate.ts'
import { type Settings, settings, SettingsUnusable } from './env.ts'

function complaint(built: BuildFacts): string | undefined {
  try {
    return buildContradiction(settings(), built)
  } catch (error) {
    if (error instanceof SettingsUnusable) return error.message
    throw error
  }
}

/**
 * Returns the settings. Exits with one sentence for each problem, since a misconfigured server
 * would only answer 500.
 */
export function requireSettings(built: BuildFacts): Settings {
  const sentence = complaint(built)
  if (sentence === undefined) return settings()
  process.stderr.write(`\n${sentence}\nEvery setting is described in .env.example.\n`)
  return process.exit(1)
}

import { isLoopback } from './loopback.ts'
import { optionalText, text } from './setting-text.ts'

const REPOSITORY_ERROR = 'owner/name of the repository at GitHub from which the shop is deployed'

const TOKEN_ERROR =
  'a fine-grained token for that repository alone, with "Contents: read and write"; github.com → Settings → Developer settings'

const API_ERROR = 'the address of a stand-in; a real shop leaves it out'

/** The settings by which /owner/content saves: both the repository and the token, or neither. */
export const CONTENT_SHAPE = {
  CONTENT_REPOSITORY: text(REPOSITORY_ERROR)
    .regex(/^[\w.-]+\/[\w.-]+$/, { error: REPOSITORY_ERROR })
    .optional(),
  CONTENT_BRANCH: text('the branch that is deployed')
    .regex(/^[\w./-]+$/, { error: 'the branch that is deployed' })
    .optional(),
  CONTENT_TOKEN: text(TOKEN_ERROR).optional(),
  CONTENT_WORKING_FOLDER: optionalText,
  CONTENT_API: text(API_ERROR).refine(isLoopback, { error: API_ERROR }).optional(),
}

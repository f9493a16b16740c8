import type { Command } from './command.ts'
import { columns } from './words.ts'

const program = 'npm run portal --'

/** How a command is written: `npm run portal -- user disable USER_ID`. */
const usage = ({ name, takes, options }: Command): string => {
  const written = options.map(({ name: option, value, optional }) =>
    value && !optional ? `--${option} ${value}` : `[${value ? `--${option} ${value}` : `--${option}`}]`,
  )
  return [program, name, ...takes, ...written].join(' ')
}

export function helpForAll(commands: readonly Command[]): string[] {
  return [
    `Usage: ${program} COMMAND`,
    '',
    'Sets up a school and keeps its books. It works on the database of the settings DATABASE_URL or DATA_DIR.',
    'The embedded database belongs to one process: but for verify and backup, end the server first.',
    '',
    ...columns(commands.map(({ name, does }) => [`  ${name}`, does])),
    '',
    `${program} COMMAND --help tells more of one command.`,
  ]
}

export function helpFor(command: Command): string[] {
  const options = command.options.map(({ name, value, does }) => [
    value ? `  --${name} ${value}` : `  --${name}`,
    does,
  ])
  return [
    `Usage: ${usage(command)}`,
    '',
    `${command.does.charAt(0).toUpperCase()}${command.does.slice(1)}.`,
    ...(options.length > 0 ? ['', ...columns(options)] : []),
  ]
}

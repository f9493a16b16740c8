import type { Command } from './command.ts'
import { alignColumns } from './terminal.ts'

const program = 'npm run portal --'

/** The syntax of a command: `npm run portal -- user disable USER_ID`. */
function usage({ name, takes, options }: Command): string {
  const optionTexts = options.map((option) => {
    const text = option.value ? `--${option.name} ${option.value}` : `--${option.name}`
    return option.value && !option.optional ? text : `[${text}]`
  })
  return [program, name, ...takes, ...optionTexts].join(' ')
}

/** The lines that list every command. */
export function helpForAll(commands: readonly Command[]): string[] {
  return [
    `Usage: ${program} COMMAND`,
    '',
    'Sets up a school and maintains its data, in the database of DATABASE_URL or DATA_DIR.',
    'Only one process can use the embedded database: except for verify and backup, stop the server first.',
    '',
    ...alignColumns(commands.map(({ name, summary }) => [`  ${name}`, summary])),
    '',
    `${program} COMMAND --help describes one command, ${program} --version prints the version.`,
  ]
}

/** The lines that describe one command. */
export function helpFor(command: Command): string[] {
  const options = command.options.map(({ name, value, summary }) => [
    value ? `  --${name} ${value}` : `  --${name}`,
    summary,
  ])
  return [
    `Usage: ${usage(command)}`,
    '',
    `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`,
    ...(options.length > 0 ? ['', ...alignColumns(options)] : []),
  ]
}

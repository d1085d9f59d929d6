// What the command ends with: for scripts and continuous integration.
export const exitCodes = {
  fine: 0,
  /** An assertion does not hold, a link is not reproduced, or documents contradict each other. */
  failed: 1,
  /** The command line cannot be understood, names something that is not there, or asks for what the data do not allow. */
  usage: 2,
  /** A file could not be read. */
  unreadable: 3,
  /** The engine failed, or a result could not be written. */
  engine: 4,
  /** Interrupted: 128 + SIGINT. */
  interrupted: 130,
} as const;

/** Ends the command with a sentence and an exit code. */
export class CommandError extends Error {
  readonly exitCode: number;
  readonly hint: string;
  constructor(exitCode: number, message: string, hint = '') {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
    this.hint = hint;
  }
}

export const usageError = (message: string, hint = '') => new CommandError(exitCodes.usage, message, hint);

/** Words of properties that are edited in place, and of custom fields. */
export const propertyMessages = {
  group: 'Properties',
  noValue: 'Empty',
  yes: 'Yes',
  no: 'No',
  clear: 'Clear',
  save: 'Save',
  discard: 'Discard',
  notTaken: (name: string, problem: string) => `${name} not saved: ${problem}.`,
  numberInvalid: 'Enter a number',
  dateInvalid: 'Enter a date',
};

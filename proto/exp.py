"""dropout, averaging"""
import sys,pickle,random
from run2 import ok_path
